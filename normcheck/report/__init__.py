"""How a verdict is shown: one model (`model`, `pages`), four forms (`text`, JSON, `html`, `pdf`)."""
