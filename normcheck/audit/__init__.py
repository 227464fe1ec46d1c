"""Many events at once: every norm, near miss and doubt of a folder, as tables, lists and pages.

The way of a file: `inputs` finds it, `work` reads and judges it in a process of its own (`pool`), its `result` is kept
under a `key` in a `place`; `match` tells copies and files of one event, `parts` makes the tables; `exports`, `summary`
and `ready` make what people read. `run` calls them in this order.
"""
