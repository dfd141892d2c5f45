/**
 * The token that every write carries beside the cookie. It belongs to the session, is learned with it, and lives in
 * memory only: another site can make the browser send the cookie, but never this.
 */
let token: string | undefined

export const rememberCsrfToken = (learned: string | undefined): void => {
  token = learned
}

export const csrfHeaders = (): Record<string, string> => (token ? { 'x-csrf-token': token } : {})
