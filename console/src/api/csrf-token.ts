/**
 * CSRF token of the session, sent with every write request. Another site can make the browser send the session cookie.
 * The site cannot read this token, because the token is stored in memory only.
 */
let token: string | undefined

export const rememberCsrfToken = (received: string | undefined): void => {
  token = received
}

export const csrfHeaders = (): Record<string, string> => (token ? { 'x-csrf-token': token } : {})
