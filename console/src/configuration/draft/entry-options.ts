/**
 * What a list of Types, Categories or profiles offers.
 * @param unnamed what the heading of one without a name shows.
 */
export const entryOptions = (entries: { id: string; name: string }[], unnamed: string) =>
  entries.map(({ id, name }) => ({ value: id, label: name || unnamed }))
