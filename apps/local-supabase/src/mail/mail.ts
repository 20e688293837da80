export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  from?: string
  /** The headers Message-ID, In-Reply-To, References, Reply-To, Cc and Auto-Submitted, as far as present. */
  headers?: Record<string, string>
  files?: { name: string; type: string; size: number }[]
}
