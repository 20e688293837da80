export const MAIL_TEXTS = {
  unverified: 'Sender not verified',
  unverifiedHint: 'Anybody can write an email with this address. Make sure who it is before you act on it.',
  showQuoted: 'Show quoted text',
  hideQuoted: 'Hide quoted text',
  showOriginal: 'Show original email',
  suspected: (number: number) => `Open #${number}, which the email names`,
  suspectedHint: 'The sender may not write on that ticket, so the email opened a new one',
  original: 'Original email',
  loading: 'Loading the email…',
  failed: 'The email could not be loaded',
  frame: 'Content of the email',
  attached: 'Files:',
  notDelivered: (address: string, reason: string) =>
    reason ? `Not delivered to ${address}: ${reason}` : `Not delivered to ${address}`,
  loadImages: 'Load remote images',
  imagesBlocked: 'Remote images are blocked. Loading them can tell the sender that the email was read.',
  imagesFailed: 'The images could not be loaded',
}
