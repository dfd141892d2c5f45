/** Some settings in the place of others; one that is undefined is not given. */
export const withGiven = <Settings extends object>(settings: Settings, given: Partial<Settings> = {}): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})
