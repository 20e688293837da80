/** Where it was copied, its HTML, and the Markdown of the message. */
export type Paste = readonly [from: string, html: string, markdown: string]
