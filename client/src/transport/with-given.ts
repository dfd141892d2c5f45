/** Returns a copy of `settings`, in which each value of `given` that is not undefined replaces the original value. */
export const withGiven = <Settings extends object>(settings: Settings, given: Partial<Settings> = {}): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})
