/**
 * Returns the nonce of this page. The content security policy requires this nonce on every style element.
 * @see server/src/http/responses/serve-console.ts
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

declare global {
  interface Window {
    /** Nonce for the style elements of the library that locks scrolling behind dialogs. */
    __webpack_nonce__?: string
  }
}
