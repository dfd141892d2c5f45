/**
 * Returns the SHA-256 of bytes in hexadecimal digits; undefined on a page without HTTPS, where browsers compute no
 * digests.
 */
export async function sha256Of(bytes: Uint8Array): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
