import { untilText } from '@helpdesk/tickets/model/ticket-fields'
import { snoozeChoices } from './snooze-choices'
import * as texts from './send-texts'

/** When a reply can be sent. */
export interface SendChoice {
  id: string
  label: string
  /** ISO timestamp; undefined where its author still chooses. */
  at: string | undefined
}

/** The times of a snooze that suit a reply: tomorrow morning, Monday morning, and a time of one's own. @param now milliseconds */
export const sendChoices = (now: number): SendChoice[] =>
  snoozeChoices(now, false).flatMap(({ id, until }, index, all): SendChoice[] => {
    if (id === 'pick') return [{ id, label: texts.pickTime, at: undefined }]
    if (!until || (id !== 'tomorrow' && id !== 'monday')) return []
    // On a Sunday, tomorrow is Monday.
    if (id === 'monday' && until === all[index - 1]?.until) return []
    const time = untilText(until, now)
    return [{ id, label: id === 'tomorrow' ? texts.sendTomorrow(time) : texts.sendAt(time), at: until }]
  })
