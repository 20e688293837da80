/** Bytes in base64, in pieces that fit into one call. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** @throws DOMException for anything but base64 */
export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/\s/g, '')), (character) => character.charCodeAt(0))
