/**
 * The nonce of this answer, which the content security policy demands of every style element.
 * @see server/src/http/responses/serve-console.ts
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

declare global {
  interface Window {
    /** Where the library that locks scrolling behind dialogs looks for it. */
    __webpack_nonce__?: string
  }
}
