/* Answers with their headers as programs send them, and what the person typed. */
export interface QuoteMail {
  name: string
  /** Header and body, line by line. */
  mail: string[]
  typed: string
}

/** A mail with the header lines that all of them have. */
const mail = (name: string, type: string, body: string[], typed: string[]): QuoteMail => ({
  name,
  mail: [
    'From: ann@example.com',
    'Subject: Re: Your order',
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
    '',
    ...body,
  ],
  typed: typed.join('\n'),
})

const plain = (name: string, body: string[], typed: string[]) => mail(name, 'text/plain', body, typed)
const flowed = (name: string, body: string[], typed: string[], more = '') =>
  mail(name, `text/plain; format=flowed${more}`, body, typed)
const html = (name: string, body: string, typed: string[]) => mail(name, 'text/html', [body], typed)

export const quoteMails: QuoteMail[] = [
  plain(
    'an attribution right below one line',
    [
      'Thanks',
      'On Tue, Apr 3, 2012 at 4:19 PM, Bob <bob@example.com> wrote:',
      '> Hello Ann,',
      '> we changed your plan.',
    ],
    ['Thanks'],
  ),
  plain(
    'an attribution below an empty line',
    [
      'My order number is 4711',
      'Please call me today',
      'Kind regards',
      '',
      'On Tue, Apr 3, 2012 at 4:19 PM, Bob <bob@example.com> wrote:',
      '> Hello Ann,',
      '> we changed your plan.',
    ],
    ['My order number is 4711', 'Please call me today', 'Kind regards'],
  ),
  flowed(
    'flowed text with a signature',
    ['Hello desk,', 'it works now.', '', '-- ', 'Ann Smith', 'ACME Inc.'],
    ['Hello desk,', 'it works now.'],
  ),
  flowed(
    'flowed text with two levels of quotes',
    ['No.', '', 'On 04/02/2012 06:26 PM, Meg wrote:', '> long long ', '> line', '>> older ', '>> text'],
    ['No.'],
    '; delsp=no',
  ),
  plain(
    'a quoted header block that begins with the subject',
    [
      'Yes please.',
      '',
      '> Subject: Your order',
      '> From: bob@example.com',
      '> To: ann@example.com',
      '> Date: Mon, 2 Apr 2012 17:44:22 +0400',
      '>',
      '> Hi Ann',
    ],
    ['Yes please.'],
  ),
  plain(
    'a name between dashes',
    ['Yes please.', '', '---- Bob Miller wrote ----', '', 'Hi Ann'],
    ['Yes please.'],
  ),
  plain(
    'an address that is written twice',
    [
      'Yes please.',
      '',
      'Den 15. jun. 2016 kl. 20.42 skrev Bob <bob@example.com<mailto:bob@example.com>>:',
      '',
      'Hi Ann',
    ],
    ['Yes please.'],
  ),
  plain(
    'a last sentence that begins "Sent from my"',
    ['The printer is fine now.', '', 'Sent from my desk, because my phone is broken - please call 555 123.'],
    ['The printer is fine now.', '', 'Sent from my desk, because my phone is broken - please call 555 123.'],
  ),
  plain(
    'a log with quote marks',
    ['The log says', '> 10:00 start', '> 10:01 error', 'What now?'],
    ['The log says', '> 10:00 start', '> 10:01 error', 'What now?'],
  ),
  html(
    'Gmail, HTML alone',
    '<div dir="ltr"><div>Order 4711</div><div>Please call me</div><div>Ann</div></div><div class="gmail_quote"><div class="gmail_attr">On Tue, Apr 3, 2012 at 4:19 PM Bob &lt;<a href="mailto:bob@example.com">bob@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><div>Hi Ann</div></blockquote></div>',
    ['Order 4711', 'Please call me', 'Ann'],
  ),
  html(
    'Outlook on the web, HTML alone',
    '<html><body><div class="elementToProof">Order 4711</div><div class="elementToProof">Please call me</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font><b>From:</b> Bob &lt;bob@example.com&gt;<br><b>Sent:</b> Tuesday, April 3, 2012 4:19 PM<br><b>To:</b> Ann<br><b>Subject:</b> Your order</font></div><div>Hi Ann</div></body></html>',
    ['Order 4711', 'Please call me'],
  ),
  html(
    'Proton, HTML alone',
    '<div>Order 4711</div><div>Please call me</div><div class="protonmail_quote">On Tuesday, April 3rd, 2012 at 4:19 PM, Bob &lt;bob@example.com&gt; wrote:<br><blockquote class="protonmail_quote" type="cite"><div>Hi Ann</div></blockquote></div>',
    ['Order 4711', 'Please call me'],
  ),
  html(
    'GMX, HTML alone',
    '<html><body><div>Order 4711<div>Please call me</div><div><div name="quote" style="margin:10px 5px"><div><b>Gesendet:</b> Dienstag, 3. April 2012 um 16:19 Uhr<br/><b>Von:</b> Bob &lt;bob@example.com&gt;<br/><b>An:</b> ann@example.com<br/><b>Betreff:</b> Ihre Bestellung</div><div>Hallo</div></div></div></div></body></html>',
    ['Order 4711', 'Please call me'],
  ),
  plain(
    'an attribution right below three lines',
    [
      'My order number is 4711',
      'Please call me today',
      'Kind regards',
      'On Tue, Apr 3, 2012 at 4:19 PM, Bob <bob@example.com> wrote:',
      '> Hello Ann,',
      '> we changed your plan.',
    ],
    ['My order number is 4711', 'Please call me today', 'Kind regards'],
  ),
  flowed(
    'a flowed answer below a quoted line that ends with a space',
    ['On 04/02/2012 06:26 PM, Meg wrote:', '> Do you still have it? ', 'Yes I do.'],
    ['Yes I do.'],
  ),
]
