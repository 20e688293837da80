import { withImages } from '../../model/mail-images'
import type { Attachment } from '../../model/rows'
import { InlineImages } from '../files/InlineImages'
import { MessageText } from '../thread/MessageText'

/** The text of a received mail, with its pictures in place. */
export const MailText = ({ text, files }: { text: string; files: readonly Attachment[] }) =>
  withImages(text, files).map((part, index) =>
    part.kind === 'text' ? (
      <MessageText key={index}>{part.text}</MessageText>
    ) : (
      <InlineImages key={index} images={[part.image]} />
    ),
  )
