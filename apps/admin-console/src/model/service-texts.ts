import { plural } from '@helpdesk/ui/plural'

interface PartTexts {
  title: string
  advice: string
}

/** By the name of a check of the server. */
export const parts: Record<string, PartTexts> = {
  database: {
    title: 'The database does not answer',
    advice: 'It restarts by itself within seconds. If it does not, look at postgres.log in the data folder.',
  },
  data_api: {
    title: 'The data API fails',
    advice: 'Search the server’s log for the references that people report, then restart the portal.',
  },
  storage: {
    title: 'Files cannot be stored',
    advice: 'Free space on the disk of the data folder, and check that the portal may write there.',
  },
  disk: {
    title: 'Emails and files are refused, because the disk is nearly full',
    advice:
      'Make room on the disk of the data folder, or give it a larger one. Everything else works. Senders of emails try again, most for two days or longer.',
  },
  incoming_mail: {
    title: 'Emails to the workspace are not received',
    advice: 'Senders try again for a while. Restart the portal; check that nothing else uses SMTP_PORT.',
  },
  mail_server: {
    title: 'The mail server does not answer',
    advice: 'Check SMTP_URL and the mail server. Emails wait and are sent once it answers.',
  },
}
export const otherPart = (name: string): PartTexts => ({
  title: `${name} does not work`,
  advice: 'Look at the server’s log.',
})
export const smtp: PartTexts = {
  title: 'The mail server refuses emails or does not answer',
  advice:
    'Check SMTP_URL and its password, then send a test email. Waiting emails are then sent automatically.',
}
export const noSender: PartTexts = {
  title: 'Nothing sends the waiting emails',
  advice: 'Check the cron job that calls send-notifications, and its key.',
}
export const slowSender: PartTexts = {
  title: 'Emails are sent too slowly',
  advice: 'Check the limits of the mail server. If many wait, they are sent one after the other.',
}
export const waitingMails = (count: number) => `${plural(count, 'email')} waiting`
export const failedMails = (count: number) => `${plural(count, 'email')} could not be sent in the last 7 days`
export const deferredMails = (count: number) =>
  `${plural(count, 'email')} wait${count === 1 ? 's' : ''} for the next hour`
export const deferredAdvice =
  'At most 200 replies of a ticket are sent within an hour. The others follow by themselves. If a program answers another, close the ticket or block the sender.'
export const fullBudgets = 'Large emails are put off'
const senders: Record<string, string> = {
  known: 'verified customers and staff',
  'known, unproven': 'customers and staff who were not verified',
  stranger: 'verified strangers',
  'stranger, unproven': 'strangers who were not verified',
}
export const fullBudgetsDetail = (budgets: readonly string[]) =>
  `Too much came within an hour from ${budgets.map((budget) => senders[budget] ?? budget).join('; ')}.`
export const fullBudgetsAdvice =
  'Their servers send the emails again, so that nothing is lost, and words without large files still arrive. If you do not expect so many, block the senders.'
export const failedAdvice = 'See why, and send them again where that helps.'
