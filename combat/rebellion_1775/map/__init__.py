"""The map of 1775: Rebellion: what stands where, who controls what, and who may go where."""
