"""The command: one module a command, each of which parses, calls a function that returns a value, and prints it."""
