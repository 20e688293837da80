import type { Paste } from './paste'

const word = (body: string, style = '') =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- @font-face {font-family:Calibri;} p.MsoNormal, li.MsoNormal {margin-top:0cm; margin-right:0cm; margin-bottom:8.0pt; margin-left:0cm; font-size:11.0pt;} ${style} --></style><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head><body lang=EN-US><!--StartFragment-->${body}<!--EndFragment--></body></html>`
const bullet = (text: string, level = 1) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
const numbered = (mark: string, text: string, level = 1) =>
  `<p class=MsoListParagraphCxSpMiddle style='mso-list:l1 level${level} lfo2'><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span>${text}</p>`
const outlook = (body: string) =>
  `<html><head><style><!-- p.MsoNormal, li.MsoNormal, div.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;} --></style></head><body><div class=WordSection1>${body}</div></body></html>`
const excel = (rows: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {color:black;} td {padding-top:1px;}--></style></head><body><table border=0 cellpadding=0 cellspacing=0 width=192><!--StartFragment--><col width=64 span=3 style='width:48pt'>${rows}<!--EndFragment--></table></body></html>`

/** What Word, Excel and Outlook copy. */
export const office: readonly Paste[] = [
  [
    'Word: a paragraph',
    word('<p class=MsoNormal>Please restart the <b>router</b>.<o:p></o:p></p>'),
    'Please restart the **router**.',
  ],
  [
    'Word: two paragraphs',
    word('<p class=MsoNormal>One<o:p></o:p></p>\n<p class=MsoNormal>Two<o:p></o:p></p>'),
    'One\n\nTwo',
  ],
  [
    'Word: an empty paragraph between',
    word('<p class=MsoNormal>One</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Two</p>'),
    'One\n\nTwo',
  ],
  [
    'Word: a bulleted list',
    word(bullet('Plug') + bullet('Cable') + bullet('Lamp')),
    '- Plug\n- Cable\n- Lamp',
  ],
  [
    'Word: a list of two levels',
    word(bullet('Plug') + bullet('red', 2) + bullet('blue', 2) + bullet('Cable')),
    '- Plug\n  - red\n  - blue\n- Cable',
  ],
  ['Word: a numbered list', word(numbered('1.', 'Open') + numbered('2.', 'Close')), '1. Open\n2. Close'],
  [
    'Word: a list that begins at 4',
    word(numbered('4)', 'Open') + numbered('5)', 'Close')),
    '4. Open\n5. Close',
  ],
  [
    'Word: a list after a paragraph',
    word(`<p class=MsoNormal>You need:</p>${bullet('Plug')}${bullet('Cable')}<p class=MsoNormal>Thanks</p>`),
    'You need:\n\n- Plug\n- Cable\n\nThanks',
  ],
  [
    'Word: a heading',
    word(
      "<h1 style='mso-list:none'><span style='font-size:16pt'><b>Report</b></span></h1><p class=MsoNormal>Text</p>",
    ),
    '# Report\n\nText',
  ],
  [
    'Word: italic and bold by style',
    word(
      "<p class=MsoNormal><span style='font-weight:bold'>A</span> and <i style='mso-bidi-font-style:normal'>B</i></p>",
    ),
    '**A** and *B*',
  ],
  [
    'Word: a link',
    word('<p class=MsoNormal>See <a href="https://a.example/guide">the guide</a>.</p>'),
    'See [the guide](https://a.example/guide).',
  ],
  [
    'Word: a bookmark is no link',
    word('<p class=MsoNormal><a name="_Toc1">Chapter</a> <a href="#_Toc1">back</a></p>'),
    'Chapter back',
  ],
  [
    'Word: line breaks',
    word('<p class=MsoNormal>1 Main Street<br>\nTown<br>\nCountry</p>'),
    '1 Main Street\nTown\nCountry',
  ],
  [
    'Word: hidden text',
    word("<p class=MsoNormal>Shown<span style='mso-hide:all;display:none'>secret</span></p>"),
    'Shown',
  ],
  [
    'Word: a table',
    word(
      '<table class=MsoTableGrid><tr><td><p class=MsoNormal><b>Part</b></p></td><td><p class=MsoNormal>Price</p></td></tr><tr><td><p class=MsoNormal>Plug</p></td><td><p class=MsoNormal>3 | 4</p></td></tr></table>',
    ),
    '| Part | Price |\n| --- | --- |\n| Plug | 3 \\| 4 |',
  ],
  [
    'Word: marks that are text',
    word('<p class=MsoNormal>5*3*2 and _name_ and # 1</p>'),
    '5&#0042;3&#0042;2 and &#0095;name&#0095; and # 1',
  ],
  [
    'Word: Arabic',
    word("<p class=MsoNormal dir=RTL style='text-align:right'><span lang=AR-SA>مرحبا <b>بكم</b></span></p>"),
    'مرحبا **بكم**',
  ],
  [
    'Excel: a range',
    excel(
      '<tr height=20><td class=xl65>Name</td><td>Amount</td></tr><tr><td>Plug</td><td align=right x:num>3</td></tr><tr><td>Cable</td><td align=right>12.5</td></tr>',
    ),
    '| Name | Amount |\n| --- | --- |\n| Plug | 3 |\n| Cable | 12.5 |',
  ],
  ['Excel: one cell', excel('<tr><td>12.5</td></tr>'), '12.5'],
  ['Excel: one column', excel('<tr><td>A1</td></tr><tr><td>A2</td></tr>'), 'A1\nA2'],
  ['Excel: one row', excel('<tr><td>A1</td><td>B1</td><td></td></tr>'), 'A1 | B1'],
  [
    'Excel: joined cells',
    excel('<tr><td colspan=2>Total</td><td>3</td></tr><tr><td>a</td><td>b</td><td>c</td></tr>'),
    '| Total | | 3 |\n| --- | --- | --- |\n| a | b | c |',
  ],
  [
    'Excel: empty rows and columns',
    excel(
      '<tr><td>a</td><td>b</td><td>&nbsp;</td></tr><tr><td></td><td></td><td></td></tr><tr><td>c</td><td>d</td><td></td></tr>',
    ),
    '| a | b |\n| --- | --- |\n| c | d |',
  ],
  [
    'Outlook: lines of a mail',
    outlook(
      '<p class=MsoNormal>Hello,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>it works.<o:p></o:p></p><p class=MsoNormal>Pat<o:p></o:p></p>',
    ),
    'Hello,\n\nit works.\nPat',
  ],
  [
    'Outlook: a quoted mail',
    outlook(
      "<p class=MsoNormal>See below</p><blockquote style='margin:5pt'><p class=MsoNormal>The plug</p></blockquote>",
    ),
    'See below\n\n> The plug',
  ],
  [
    'Outlook: a signature in a table',
    outlook(
      '<table border=0><tr><td><p class=MsoNormal>Pat Smith</p><p class=MsoNormal>Support</p></td><td><img src="cid:logo" alt="Logo"></td></tr></table>',
    ),
    'Pat Smith\nSupport',
  ],
  [
    'Outlook on the web',
    '<div style="font-family:Calibri"><div>Hello,</div><div><br></div><div>it <b>works</b>.</div></div>',
    'Hello,\n\nit **works**.',
  ],
  [
    'PowerPoint: a slide',
    '<div class=O><span style="font-size:20pt">•</span><span style="font-weight:bold">Plan</span></div><div class=O>Next</div>',
    '•**Plan**\nNext',
  ],
]
