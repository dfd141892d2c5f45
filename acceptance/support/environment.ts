/** A server that claims the contract, and what is needed to call it. */
export interface Target {
  /** With the version prefix: `http://127.0.0.1:8080/api/v1`. */
  baseUrl: string
  apiKey: string
  readOnlyApiKey: string
  otherOrganizationApiKey: string
}

const variables = {
  baseUrl: 'ACCEPTANCE_BASE_URL',
  apiKey: 'ACCEPTANCE_API_KEY',
  readOnlyApiKey: 'ACCEPTANCE_READ_ONLY_API_KEY',
  otherOrganizationApiKey: 'ACCEPTANCE_OTHER_ORGANIZATION_API_KEY',
} as const satisfies Record<keyof Target, string>

/**
 * Reads which server to run the specs against.
 * @returns undefined when none was named: one has to be started.
 * @throws Error naming the variables that are missing beside ACCEPTANCE_BASE_URL.
 */
export function givenTarget(): Target | undefined {
  if (!process.env[variables.baseUrl]) return undefined
  const missing = Object.values(variables).filter((name) => !process.env[name])
  if (missing.length > 0) throw new Error(`${variables.baseUrl} is set, but not ${missing.join(', ')}`)
  const entries = Object.entries(variables).map(([field, name]) => [field, process.env[name]])
  const given = Object.fromEntries(entries) as Target
  // What is asked for is put behind it, and begins with a slash itself.
  return { ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') }
}

/** The environment of a server of our own: the caller's (DATABASE_URL among it), with its data in a folder that may go. */
export const environmentOfServer = (dataFolder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataFolder,
  LOG_LEVEL: 'warn',
})
