import { sample as ticketSample } from '@helpdesk/tickets/preview/ticket-rows'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { avatarColor } from '@helpdesk/ui/components/avatar-color'
import { createdAgo } from '../model/created-ago'
import { initialOf } from '../model/initial'
import { waitTone } from '../model/waiting'

/** Rows of a queue, and how its table shows their values: see `SampleRows` of the remote contract. Without tags. */
export const sample = {
  row: {
    ...ticketSample.row,
    waiting_since: '2005-06-07T08:09:10+00:00',
    creator_name: '¶sample-creator',
    creator_email: 'creator@sample.invalid',
    requester_name: '§sample-requester',
    requester_email: 'requester@sample.invalid',
    last_message_at: '2007-08-09T10:11:12+00:00',
    last_message_name: 'sample-author',
    last_message_from: 'staff',
    last_message_preview: 'sample-message',
    last_message_unverified: false,
    unread: false,
  },
  variants: {
    ...ticketSample.variants,
    customer_id: [null],
    waiting_since: [null],
    last_message_at: [null],
    last_message_name: [null],
    last_message_from: ['requester'],
    last_message_unverified: [true],
    unread: [true],
  },
}

const ago = (time: string) => createdAgo(time, serverNow())
const tone = (time: string) => waitTone(time, serverNow())

export const formats = {
  created_at: { ago },
  waiting_since: { tone },
  created_by: { color: avatarColor },
  customer_id: { color: avatarColor },
  creator_name: { initial: initialOf },
  requester_name: { initial: initialOf },
}
