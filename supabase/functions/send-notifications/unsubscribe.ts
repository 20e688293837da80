/** The headers and the page to unsubscribe from a kind of mail. */
export interface Unsubscribing {
  headers: Record<string, string>
  /** Empty without a token. */
  page: string
}

/**
 * One-click unsubscribing for mail programs (RFC 2369 and 8058), and a page for people.
 * @param token - of the recipient and the kind of mail
 * @param portal - URL of the portal, without a trailing slash
 * @param functions - URL of the functions, without a trailing slash
 */
export function unsubscribing(token: string, portal: string, functions: string): Unsubscribing {
  if (!token) return { headers: {}, page: '' }
  const query = `?token=${encodeURIComponent(token)}`
  return {
    headers: {
      'List-Unsubscribe': `<${functions}/unsubscribe${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    page: `${portal}/auth/unsubscribe${query}`,
  }
}
