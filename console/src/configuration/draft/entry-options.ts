/**
 * Returns the select options for types, categories or profiles.
 * @param unnamed label of an option whose entry has no name.
 */
export const entryOptions = (entries: { id: string; name: string }[], unnamed: string) =>
  entries.map(({ id, name }) => ({ value: id, label: name || unnamed }))
