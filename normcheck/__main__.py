"""``python -m normcheck``."""

from normcheck.cli import main

if __name__ == "__main__":
    main()
