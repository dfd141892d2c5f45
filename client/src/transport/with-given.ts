/** Some of the settings. An undefined value counts as absent. */
export type Given<Settings> = { [Name in keyof Settings]?: Settings[Name] | undefined }

/** Returns a copy of `settings`, in which each value of `given` that is not undefined replaces the original value. */
export const withGiven = <Settings extends object>(settings: Settings, given: Given<Settings> = {}): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})
