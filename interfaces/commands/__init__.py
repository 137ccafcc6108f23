"""The commands, one module a family. Each asks the application and hands the answer to the rendering."""
