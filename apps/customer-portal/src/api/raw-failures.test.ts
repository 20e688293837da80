import { ANY_ID, testRawFailures } from '@helpdesk/tickets/testing/raw-failures'
import { createTicket } from './create-ticket'

testRawFailures([
  [
    'createTicket',
    () => createTicket(ANY_ID, { subject: 'A', description: 'Long enough', priority: 'normal' }),
  ],
])
