/** Returns the settings, replaced by the given ones. A given setting that is undefined does not replace anything. */
export const withGiven = <Settings extends object>(settings: Settings, given: Partial<Settings> = {}): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})
