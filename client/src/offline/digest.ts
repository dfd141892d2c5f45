/**
 * Makes the SHA-256 of the bytes of a file, in hexadecimal digits.
 * @returns undefined on a page without HTTPS: browsers offer no digests there.
 */
export async function sha256Of(bytes: Uint8Array): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
