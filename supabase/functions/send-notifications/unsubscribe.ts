const query = (token: string) => `?token=${encodeURIComponent(token)}`

/**
 * One-click unsubscribing for mail programs (RFC 2369 and 8058).
 * @param token - of the recipient and the kind of mail; empty for none
 * @param functions - URL of the functions, without a trailing slash
 */
export const unsubscribeHeaders = (token: string, functions: string): Record<string, string> =>
  token
    ? {
        'List-Unsubscribe': `<${functions}/unsubscribe${query(token)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {}

/**
 * The page where a person stops mails, or gets them again.
 * @param portal - URL of the portal, without a trailing slash
 */
export const stopPage = (token: string, portal: string): string => `${portal}/auth/unsubscribe${query(token)}`
