"""`python -m mathpost` is `enhance`."""

from mathpost.cli import main

if __name__ == "__main__":
    main()
