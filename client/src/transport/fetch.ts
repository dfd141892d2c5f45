/** Sends one request. The global `fetch` is one, and so is a function that makes no whole Response. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>

export interface FetchRequest {
  method: string
  headers: Headers
  body: string | FormData | null
  /** A redirection would carry the key to wherever it leads. */
  redirect: 'error'
  signal: AbortSignal
}

/** The members of a Response that are read. */
export interface FetchAnswer extends Pick<Response, 'status' | 'text'> {
  headers: Pick<Headers, 'get'>
}
