import { untilText } from '@helpdesk/tickets/model/ticket-fields'
import * as texts from './send-texts'
import { snoozeChoices } from './snooze-choices'
import { tomorrow } from './snooze-texts'
import type { WorkspaceHours } from './workspace-hours'

/** When a reply can be sent. */
export interface SendChoice {
  id: string
  label: string
  /** ISO timestamp; undefined where its author still chooses. */
  at: string | undefined
}

/** The times of a snooze that suit a reply: the next openings, and a time of one's own. @param now milliseconds */
export const sendChoices = (now: number, hours: WorkspaceHours): SendChoice[] =>
  snoozeChoices(now, false, hours).flatMap(({ id, label, until }): SendChoice[] => {
    if (id === 'pick') return [{ id, label: texts.pickTime, at: undefined }]
    if (!until || (id !== 'tomorrow' && id !== 'monday')) return []
    const time = untilText(until, now)
    return [{ id, label: label === tomorrow ? texts.sendTomorrow(time) : texts.sendAt(time), at: until }]
  })
