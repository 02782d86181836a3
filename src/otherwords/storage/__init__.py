"""Files: mapped arrays, whole-or-nothing writing, text read line by line with errors that name the line."""

from otherwords.storage.arrays import Arrays, write_arrays
from otherwords.storage.atomic import new_directory, new_file
from otherwords.storage.lines import open_lines

__all__ = ["Arrays", "new_directory", "new_file", "open_lines", "write_arrays"]
