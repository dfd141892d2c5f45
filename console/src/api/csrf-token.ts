/**
 * CSRF token of the session, sent with every write. It is stored in memory only: another site can make the browser send
 * the cookie, but not this token.
 */
let token: string | undefined

export const rememberCsrfToken = (received: string | undefined): void => {
  token = received
}

export const csrfHeaders = (): Record<string, string> => (token ? { 'x-csrf-token': token } : {})
