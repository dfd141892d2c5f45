/** Function that sends one request: the global `fetch`, or a function that returns only the members of FetchAnswer. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>

export interface FetchRequest {
  method: string
  headers: Headers
  body: string | FormData | null
  /** Makes the request fail on a redirect, because following the redirect would send the API key to another URL. */
  redirect: 'error'
  signal: AbortSignal
}

/** Members of a `Response` that the client reads. */
export interface FetchAnswer extends Pick<Response, 'status' | 'text'> {
  headers: Pick<Headers, 'get'>
}
