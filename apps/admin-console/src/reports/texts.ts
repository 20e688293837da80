import { plural } from '@helpdesk/ui/plural'

export const asTable = (title: string) => `${title} as a table`
export const table = 'Table'
export const nothing = 'No data for these days.'
export const exportReport = 'Export report'
export const exportTickets = (count: string) => `Export ${count} tickets`
export const exporting = 'Export'
export const exportedTickets = (done: string, all: string) => `${done} of ${all} tickets`
export const exported = (done: string, all: string) => `${done} of ${all}`
export const cancel = 'Cancel'
export const exportFailed = 'Export failed'
export const retry = 'Retry'
export const figures = (title: string) => `${title}, figures`
export const custom = 'Custom range'
export const range = 'Range'
export const firstDay = 'First day'
export const lastDay = 'Last day'
export const apply = 'Apply'
export const top = (count: number) => ` Showing the top ${count}.`
export const noneInRange = 'No data'
export const created = 'Created'
export const createdText = 'New tickets'
export const resolved = 'Resolved'
export const resolvedText = 'Solved or closed'
export const reopened = 'Reopened'
export const reopenedText = 'After being solved or closed'
export const firstResponse = 'First response'
export const median = (rest: string) => `Median. ${rest}`
export const resolution = 'Resolution'
export const satisfaction = 'Satisfaction'
export const ratingsText = (count: string) => `Positive, of ${count} ratings`
export const statusText = 'Current status of the tickets created in these days.'
export const goodShare = (share: string) => `${share} of the ratings are Good or Great.`
export const timesText =
  'Half of the tickets were faster than the median, and 9 of 10 were faster than the 90th percentile.'
export const title = 'Reports'
export const subtitle = 'Response times, backlog and satisfaction over time'
export const period = (from: string, to: string, zone: string) => `${from} to ${to}. Times in ${zone}`
export const onlyTickets = (words: string) => `Only tickets: ${words}`
export const allTags = 'All tags'
export const clearFilter = 'Show all tickets'
export const loading = 'Loading the report...'
export const loadFailed = 'Report could not be loaded'
export const choose = 'Choose a range'
export const chooseText = 'Choose the first and last day of the report.'
export const inPercent = (label: string) => `${label} (%)`
export const inMinutes = (label: string) => `${label} (minutes)`
export const day = 'Day'
export const flow = 'Created and resolved'
export const backlog = 'Backlog'
export const unresolved = 'Unresolved tickets'
export const times = 'Response and resolution time'
export const timeTo = 'Time to'
export const byStatus = 'Tickets by status'
export const byPriority = 'Tickets by priority'
export const byTag = 'Tickets by tag'
export const byAgent = 'By agent'
export const firstResponses = 'First responses'
export const medianResponse = 'Median response'
export const exportReady = 'Export ready'
export const within = (duration: string) => `9 of 10 within ${duration}`
export const exportedFile = (name: string, count: number) => `${name}, ${plural(count, 'ticket')}`
export const report = 'Report'
export const tickets = 'Tickets'
export const medianTime = 'Median'
export const percentile = '90th percentile'
export const status = 'Status'
export const priority = 'Priority'
export const tag = 'Tag'
export const agent = 'Agent'
export const ratings = 'Ratings'
export const rating = 'Rating'
export const customers = 'Customers'

export const flowSummary = (created: number, resolved: string) =>
  `${plural(created, 'ticket')} created, ${resolved} resolved`
export const busiestDay = (day: string, count: string) => `; the most on ${day} (${count})`
export const unresolvedOn = (count: string, day: string) => `${count} unresolved at the end of ${day}`
export const asOnFirstDay = ', as many as on the first day'
export const moreThanOnFirstDay = (count: string) => `, ${count} more than on the first day`
export const fewerThanOnFirstDay = (count: string) => `, ${count} fewer than on the first day`
export const mostFrequent = (name: string, count: string, all: string) =>
  `${name} is the most frequent: ${count} of ${all}.`
export const resolvedMost = (name: string, count: number) =>
  `${name} resolved the most: ${plural(count, 'ticket')}.`
