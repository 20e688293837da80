export const cameBack = (name: string) => `${name} gets no emails: one came back`
export const moreCameBack = (count: number) => `${count} more people get no emails: earlier ones came back`
const kinds: Partial<Record<string, string>> = { reply: 'replies', status: 'status changes' }
export const isChoice = (reason: string): boolean => reason in kinds
export const choseNone = (name: string, reasons: readonly string[]) =>
  `${name} gets no emails about ${reasons.map((reason) => kinds[reason]).join(' and ')}`
export const unsubscribed = (name: string) => `${name} unsubscribed from this ticket`
export const manyUnsubscribed = (count: number) => `${count} people unsubscribed from this ticket`
