import type { Paste } from './paste'

const docs = (body: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5d3f">${body}</b>`
const run = (text: string, style = '') =>
  `<span style="font-size:11pt;font-family:Arial;color:#000000;font-weight:400;font-style:normal;white-space:pre-wrap;${style}">${text}</span>`
const line = (text: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${text}</p>`
const sheet = (rows: string) =>
  `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody>${rows}</tbody></table></google-sheets-html-origin>`

/** What Google's programs and web pages copy. */
export const web: readonly Paste[] = [
  ['Google Docs: a line', docs(line(run('Hello '))), 'Hello'],
  [
    'Google Docs: bold and italic',
    docs(
      line(run('A ') + run('bold', 'font-weight:700;') + run(' and ') + run('slanted', 'font-style:italic;')),
    ),
    'A **bold** and *slanted*',
  ],
  [
    'Google Docs: lines and an empty one',
    docs(`${line(run('One'))}${line(run('Two'))}<br>${line(run('Three'))}`),
    'One\nTwo\n\nThree',
  ],
  [
    'Google Docs: a list',
    docs(
      '<ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Plug</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>red</span></p></li></ul><li><p><span>Cable</span></p></li></ul>',
    ),
    '- Plug\n  - red\n- Cable',
  ],
  [
    'Google Docs: a heading',
    docs(`<h2 dir="ltr"><span style="font-size:16pt;font-weight:400">Plan</span></h2>${line(run('Text'))}`),
    '## Plan\n\nText',
  ],
  [
    'Google Docs: a link',
    docs(
      line(
        `<a href="https://a.example/x" style="text-decoration:none">${run('here', 'color:#1155cc;text-decoration:underline;')}</a>`,
      ),
    ),
    '[here](https://a.example/x)',
  ],
  [
    'Google Docs: a table',
    docs(
      '<div dir="ltr" align="left"><table><colgroup><col /></colgroup><tbody><tr><td><p><span>Part</span></p></td><td><p><span>Price</span></p></td></tr><tr><td><p><span>Plug</span></p></td><td><p><span>3</span></p></td></tr></tbody></table></div>',
    ),
    '| Part | Price |\n| --- | --- |\n| Plug | 3 |',
  ],
  [
    'Google Sheets: a range',
    sheet(
      '<tr style="height:21px;"><td data-sheets-value="{}">Name</td><td>Amount</td></tr><tr><td>Plug</td><td style="text-align:right;">3</td></tr>',
    ),
    '| Name | Amount |\n| --- | --- |\n| Plug | 3 |',
  ],
  [
    'Google Sheets: a cell with lines',
    sheet('<tr><td>Address</td><td>1 Main Street<br/>Town</td></tr><tr><td>Phone</td><td>5</td></tr>'),
    '| Address | 1 Main Street Town |\n| --- | --- |\n| Phone | 5 |',
  ],
  [
    'Gmail: a mail',
    '<div dir="ltr">Hello,<div><br></div><div>it works.</div><div><br></div><div>Pat</div></div>',
    'Hello,\n\nit works.\n\nPat',
  ],
  [
    'Gmail: a quote',
    '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">Pat wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex"><div dir="ltr">The plug<br>is broken</div></blockquote></div>',
    'Pat wrote:\n\n> The plug\n> is broken',
  ],
  [
    'a web page: an article',
    '<article><h1>Reset</h1><p>Hold the <em>button</em> for <strong>5 s</strong>.</p><ol><li>Wait</li><li>Release</li></ol></article>',
    '# Reset\n\nHold the *button* for **5 s**.\n\n1. Wait\n2. Release',
  ],
  ['a web page: paragraphs', '<p>One</p>\n\n<p>Two</p>', 'One\n\nTwo'],
  [
    'a web page: code',
    '<p>Run <code>npm ci</code>:</p><pre><code class="language-sh">cd app\nnpm ci\n</code></pre>',
    'Run `npm ci`:\n\n```\ncd app\nnpm ci\n```',
  ],
  [
    'a web page: highlighted code',
    '<div class="highlight"><pre><span class="k">const</span> a <span>=</span> <span>1</span>\n\n  b()</pre></div>',
    '```\nconst a = 1\n\n  b()\n```',
  ],
  [
    'a web page: a table with a head',
    '<table><thead><tr><th>Key</th><th>Does</th></tr></thead><tbody><tr><td>F5</td><td>Reload</td></tr></tbody></table>',
    '| Key | Does |\n| --- | --- |\n| F5 | Reload |',
  ],
  [
    'a web page: a table for layout',
    '<table><tr><td><h2>Menu</h2></td><td><p>Text</p><p>More</p></td></tr></table>',
    '## Menu\n\nText\n\nMore',
  ],
  [
    'a web page: scripts and buttons',
    '<script>alert(1)</script><style>p{}</style><p>Text <button>Copy</button></p><svg><text>x</text></svg>',
    'Text',
  ],
  [
    'a web page: unsafe and relative links',
    '<p><a href="javascript:alert(1)">a</a> <a href="/x">b</a> <a href="https://a.example/">c</a></p>',
    'a b [c](https://a.example/)',
  ],
  [
    'a web page: a picture in a link',
    '<p>Our <a href="https://a.example/"><img src="https://a.example/x.png" alt="logo"></a>shop</p>',
    'Our shop',
  ],
  [
    'a web page: tracking pixels',
    '<p>Hello<img src="https://a.example/p.gif" width=1 height=1></p>',
    'Hello',
  ],
  [
    'a web page: a list in a list',
    '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>',
    '- a\n  - b\n    - c\n- d',
  ],
  ['a web page: definition lists', '<dl><dt>Plug</dt><dd>Connects</dd></dl>', 'Plug\nConnects'],
  ['a web page: lines of divs', '<div>One</div><div>Two</div><div><div>Three</div></div>', 'One\nTwo\nThree'],
  ['a web page: spaces', '<p>a&nbsp;&nbsp;b \n   c&#8203;d&shy;e</p>', 'a b cde'],
  [
    'GitHub: a task list',
    '<ul class="contains-task-list"><li><input type="checkbox" checked disabled> Done</li><li><input type="checkbox"> Open</li></ul>',
    '- [x] Done\n- [ ] Open',
  ],
  [
    'GitHub: a quote',
    '<blockquote><p>It fails</p><p>always</p></blockquote><p>No</p>',
    '> It fails\n>\n> always\n\nNo',
  ],
  [
    'a code editor',
    '<meta charset="utf-8"><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, \'Courier New\', monospace;font-size: 12px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span> a = 1</span></div><div><span>  b()</span></div></div>',
    '```\nconst a = 1\n  b()\n```',
  ],
  [
    'Slack: a message',
    '<meta charset="utf-8"><span>Please see </span><b data-stringify-type="bold">this</b><span> and </span><code data-stringify-type="code" class="c-mrkdwn__code">npm ci</code>',
    'Please see **this** and `npm ci`',
  ],
  [
    'Slack: a list',
    '<ul data-stringify-type="unordered-list" class="p-rich_text_list"><li data-stringify-indent="0">one</li><li data-stringify-indent="0">two</li></ul>',
    '- one\n- two',
  ],
  [
    'Slack: an emoji',
    '<span>Done </span><img data-stringify-type="emoji" alt=":tada:" src="https://a.example/t.png">',
    'Done :tada:',
  ],
  [
    'Slack: a block of code',
    '<pre data-stringify-type="pre" class="c-mrkdwn__pre">a\n  b</pre>',
    '```\na\n  b\n```',
  ],
  [
    'Teams: a message',
    '<div><div><p>Hi <span><span itemtype="http://schema.skype.com/Mention">Pat</span></span></p><p>&nbsp;</p><p>Thanks</p></div></div>',
    'Hi Pat\n\nThanks',
  ],
  [
    'Apple Notes',
    '<div class="p1"><b>Shopping</b></div><ul class="ul1"><li class="li1">Plug</li></ul><br class="Apple-interchange-newline">',
    '**Shopping**\n\n- Plug',
  ],
]
