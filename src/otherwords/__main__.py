"""`python -m otherwords`: the command."""

from otherwords.cli.main import main

if __name__ == "__main__":
    main()
