/** Server to test, and the API keys that the specs send to the server. */
export interface Target {
  /** Base URL with the version prefix: `http://127.0.0.1:8080/api/v1`. */
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
 * Reads the server to test from environment variables.
 * @returns undefined without ACCEPTANCE_BASE_URL: the caller then starts a server
 * @throws Error that names the missing variables if ACCEPTANCE_BASE_URL is set
 */
export function givenTarget(): Target | undefined {
  if (!process.env[variables.baseUrl]) return undefined
  const missing = Object.values(variables).filter((name) => !process.env[name])
  if (missing.length > 0) throw new Error(`${variables.baseUrl} is set, but not ${missing.join(', ')}`)
  const entries = Object.entries(variables).map(([field, name]) => [field, process.env[name]])
  const given = Object.fromEntries(entries) as Target
  // Remove slashes at the end, because each path appended to the base URL starts with a slash.
  return { ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') }
}
