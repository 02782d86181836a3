"""The model directory: made, opened, verified; settings and presets."""

from otherwords.model.directory import Model
from otherwords.model.settings import PRESETS, Settings, preset

__all__ = ["PRESETS", "Model", "Settings", "preset"]
