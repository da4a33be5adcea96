import { expect, it } from 'vitest'
import { type RenderOptions, renderMarkdown, renderPlainText, toSafeHtml } from './rich-text.server'

/** Ignores line breaks between elements. */
const rendered = (typed: string, use?: RenderOptions) => renderMarkdown(typed, use).replace(/(>)\n+|\n+(?=<)/g, '$1')

it.each([
  '<p>One<br />two</p>',
  '<ul><li>One</li></ul>',
  '<p><strong>a</strong> <em>b</em> <b>c</b> <i>d</i></p>',
  '<blockquote><p>So it was</p></blockquote>',
  '<table><caption>Money</caption><thead><tr><th scope="col">Year</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  '<a href="https://riverbank.example/plan.pdf">https</a>',
  'plain words, fáilte, 2 &lt; 3 &amp; 4',
])('it keeps %s', (html) => {
  expect(toSafeHtml(html)).toBe(html)
})

it.each([
  [
    'an element after one that lost its tags',
    '<p><a id="top">a</a> <a href="https://hse.ie">b</a> <b style="font-weight:400">c</b> <strong>d</strong></p>',
    '<p>a <a href="https://hse.ie">b</a> c <strong>d</strong></p>',
  ],
  [
    'merged cells of a table',
    '<table><tr><th colspan="3" rowspan="1">a</th><td rowspan="12" colspan="x">b</td><td colspan="999">c</td></tr></table>',
    '<table><tr><th colspan="3">a</th><td rowspan="12">b</td><td>c</td></tr></table>',
  ],
  [
    'all of a paste from Google Docs in a bold element that is not',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal">Bus </span><span style="font-size:11pt;font-weight:700;font-style:normal">times</span></p></b>',
    '<p>Bus <strong>times</strong></p>',
  ],
  [
    'runs of Word Online',
    '<p class="Paragraph"><span class="TextRun" style="font-weight: normal;"><span class="NormalTextRun">Bus </span></span><span class="TextRun" style="font-style: italic; font-weight: bold">times</span> <span style="FONT-STYLE:ITALIC">today</span></p>',
    '<p>Bus <strong>times</strong> <em>today</em></p>',
  ],
  [
    'other styles of emphasis, or one that takes it back',
    '<b style="color:red">a</b> <strong style="font-weight:bolder">c</strong> <span style="font-weight:600">d</span> <i style="font-style:normal">e</i>',
    '<b>a</b> <strong>c</strong> <strong>d</strong> e',
  ],
])('emphasis follows the look: %s', (_what, html, safe) => {
  expect(toSafeHtml(html)).toBe(safe)
})

it.each([
  ['a script and its words', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  [
    'an event handler, style, class and id',
    '<p onclick="alert(1)" style="color:red" class="x" id="main">a</p>',
    '<p>a</p>',
  ],
  ['a picture', '<img src="x" onerror="alert(1)">a', 'a'],
  ['a conditional comment', '<!--[if IE]><script>alert(1)</script><![endif]-->a', 'a'],
  ['drawings that hold scripts', '<svg><script>alert(1)</script><g onload="alert(1)"></g></svg>a', 'a'],
  ['mathematics that hides markup', '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>a', 'a'],
  [
    'a link’s other attributes',
    '<a href="https://a.ie" target="_blank" onclick="x()" download>a</a>',
    '<a href="https://a.ie">a</a>',
  ],
  [
    'an attribute that tries to escape its quotes',
    `<a href='https://a.ie/"on="x()'>a</a>`,
    '<a href="https://a.ie/&quot;on=&quot;x()">a</a>',
  ],
  ['a tag cut off at the end', '<p>a</p><a href="https://river', '<p>a</p>'],
])('it removes %s', (_, html, safe) => {
  expect(toSafeHtml(html)).toBe(safe)
})

it.each([
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '&#106;avascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example',
  '/dashboard',
  'https:evil',
  '',
])('it removes a link to "%s" but keeps its text', (address) => {
  expect(toSafeHtml(`<a href="${address}">words</a>`)).toBe('words')
})

it('if pages of this website are allowed, paths are links, and nothing else is', () => {
  const link = (address: string) => `<a href="${address}">words</a>`
  for (const address of ['/contact', '/resources?page=2', '/privacy#cookies'])
    expect(toSafeHtml(link(address), { sitePages: true })).toBe(link(address))
  for (const address of ['//evil.example', '/\\evil.example', '/\t/evil.example', '/&#x09;/evil.example', 'contact'])
    expect(toSafeHtml(link(address), { sitePages: true }), address).toBe('words')
})

it('it removes markup that only appears after sanitising', () => {
  expect(toSafeHtml('<scr<script></script>ipt>alert(1)</script>')).not.toMatch(/<script/i)
  expect(toSafeHtml('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
})

it.each([
  ['start below the one they stand under', '<h1>a</h1><h2>b</h2>', '<h3>a</h3><h4>b</h4>'],
  ['leave out no level', '<h2>a</h2><h4>b</h4>', '<h3>a</h3><h4>b</h4>'],
  [
    'never end below the sixth',
    [1, 2, 3, 4, 5, 6].map((n) => `<h${n}>a</h${n}>`).join(''),
    '<h3>a</h3><h4>a</h4><h5>a</h5><h6>a</h6><h6>a</h6><h6>a</h6>',
  ],
])('headings %s', (_, html, safe) => {
  expect(toSafeHtml(html)).toBe(safe)
})

it('headings start at the given level, and stay the same when sanitised again', () => {
  expect(toSafeHtml('<h1>a</h1><h3>b</h3>', { top: 2 })).toBe('<h2>a</h2><h3>b</h3>')
  const once = toSafeHtml('<h1>a</h1><h4>b</h4><p>c <a href="https://riverbank.example/?a=1&b=2">d</a></p>')
  expect(toSafeHtml(once)).toBe(once)
})

it('in a broken text, open elements are closed, stray end tags dropped, and deep ones flattened', () => {
  expect(toSafeHtml('<ul><li>a<li>b')).toBe('<ul><li>a</li><li>b</li></ul>')
  expect(toSafeHtml('a</div></p></section>')).not.toMatch(/div|section/)
  const safe = toSafeHtml(`${'<b>'.repeat(19_000)}deep`)
  expect(safe).toContain('deep')
  expect(safe.match(/<b>/g)!.length).toBeLessThanOrEqual(20)
})

it('nothing after 60,000 characters is read, and an empty text stays empty', () => {
  expect(toSafeHtml(`${'a'.repeat(60_000)}<p>too late</p>`)).toBe('a'.repeat(60_000))
  expect(toSafeHtml('')).toBe('')
})

it.each([
  ['paragraphs', 'One\ntwo\n \n\nThree', '<p>One<br />two</p><p>Three</p>'],
  ['a bulleted list below its words', 'We have:\n- tea\n- cake', '<p>We have:</p><ul><li>tea</li><li>cake</li></ul>'],
  ['a numbered list, even with gaps', '1. Ring\n\n2. Visit', '<ol><li>Ring</li><li>Visit</li></ol>'],
  ['a line below a list', '- tea\n- cake\nand song', '<ul><li>tea</li><li>cake</li></ul><p>and song</p>'],
  ['an indented line in its item', '- tea\n  and cake', '<ul><li>tea<br />and cake</li></ul>'],
  ['a divider of stars', 'Tea\n* * *\nCake\n- - -', '<p>Tea</p><p>* * *</p><p>Cake</p><p>- - -</p>'],
  ['raised figures', '5<sup>2</sup> m, H<sub style="x">2</sub>O, 1<sup>st</sup>', '<p>5² m, H₂O, 1st</p>'],
  ['a list within a list', '- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['lines with dots, as Word has them', '• tea\n• cake', '<ul><li>tea</li><li>cake</li></ul>'],
  [
    'marks that a backslash makes characters',
    '\\- a \\*\\*b\\*\\* \\[c](https://a.ie)',
    '<p>- a **b** [c](<a href="https://a.ie">https://a.ie</a>)</p>',
  ],
  ['entities', '&copy; AT&T &lt;b>', '<p>© AT&amp;T &lt;b&gt;</p>'],
  ['no more than sanitising does', '<script>x()</script>\n\n- <img src=x onerror=x()>a', '<ul><li>a</li></ul>'],
  ['bold words across paragraphs', '<b>a\n\nc</b>', '<p><b>a</b></p><p>c</p>'],
])('text without tags keeps %s', (_, typed, html) => {
  expect(rendered(typed)).toBe(html)
})

it.each(['<p>a</p>', '<table>\n\n<tr><td>a</td></tr></table>', '<blockquote>\n\na\n</blockquote>'])(
  'text without tags leaves %j unchanged',
  (html) => {
    expect(renderMarkdown(html)).toBe(toSafeHtml(html))
  },
)

it.each(['a\n\nb\n- c', '1. a\n2. b\n\nc <b>d', '- a\nb\n\n\n- c', '<h1>a</h1>b<h4>c</h4>', '<i></i>'])(
  'text without tags stays the same when its HTML is sent back: %j',
  (typed) => {
    expect(rendered(rendered(typed))).toBe(rendered(typed))
  },
)

it('a text with more than 1,000 addresses is shown without links', () => {
  const addresses = (count: number) => 'office@riverbank.ie '.repeat(count)
  const countLinks = (text: string) => renderMarkdown(text).split('<a href="mailto:').length - 1
  expect([countLinks(addresses(1000)), countLinks(addresses(1001))]).toEqual([1000, 0])
  expect(renderMarkdown(addresses(1001))).toContain('office@riverbank.ie office@riverbank.ie')
})

it.each([
  ['bold words', 'We **sang** well', '<p>We <strong>sang</strong> well</p>'],
  [
    'a link',
    'Read [this & that](www.hse.ie/?a=1&b=é)',
    '<p>Read <a href="https://www.hse.ie/?a=1&amp;b=%C3%A9">this &amp; that</a></p>',
  ],
  ['headings', '## a\nb\n### c', '<h3>a</h3><p>b</p><h4>c</h4>'],
  ['other marks', '*a* _b_ __c__ `d` > #e', '<p>*a* _b_ __c__ `d` &gt; #e</p>'],
  ['a link that runs a script', '[a](javascript:alert(1)) [b](data:x)', '<p>[a](javascript:alert(1)) [b](data:x)</p>'],
  [
    'a link in HTML without https://',
    '<a href="www.hse.ie">a</a> <a href="b.pdf">b</a>',
    '<p><a href="https://www.hse.ie">a</a> b</p>',
  ],
])('newsletters’ Markdown is read: %s', (_, typed, html) => {
  expect(rendered(typed)).toBe(html)
})

it.each([
  ['Bring your lunch <if you can>', '<p>Bring your lunch &lt;if you can&gt;</p>'],
  ['<Mary>', '<p>&lt;Mary&gt;</p>'],
  ['When: <time to be agreed>, <drop-in>', '<p>When: &lt;time to be agreed&gt;, &lt;drop-in&gt;</p>'],
  ['Groups <a> and <b> meet', '<p>Groups &lt;a&gt; and &lt;b&gt; meet</p>'],
  ['The <script> of our play', '<p>The &lt;script&gt; of our play</p>'],
  ['Room 1\n<!-- this one', '<p>Room 1<br />&lt;!-- this one</p>'],
  ['<p>If a<b then <Tom> rings <tom@a.ie></p>', '<p>If a&lt;b then &lt;Tom&gt; rings &lt;tom@a.ie&gt;</p>'],
  ['\\<Mary> <b>sings</b>', '<p>&lt;Mary&gt; <b>sings</b></p>'],
  ['Tea<o:p></o:p> <g id="x"><path d="M1 1"/></g>', '<p>Tea </p>'],
])('words in angle brackets that are no HTML stay: %j', (typed, html) => {
  expect(rendered(typed)).toBe(html)
})

it.each([
  ['<s>Monday</s> <del>Tuesday</del> Friday', '<p><s>Monday</s> <s>Tuesday</s> Friday</p>'],
  ['<p>At <strike>9</strike> 10</p>', '<p>At <s>9</s> 10</p>'],
  ['<p><span style="font-weight:700;text-decoration:line-through">Bus</span></p>', '<p><s>Bus</s></p>'],
])('crossed-out words stay crossed out: %j', (typed, html) => {
  expect(rendered(typed)).toBe(html)
})

it('plain text says what is crossed out', () => {
  expect(renderPlainText('On <del>Monday</del> Tuesday')).toBe('On (crossed out: Monday) Tuesday')
})

it.each([
  ['**Note:**bring a coat, **today** at 9', '<p><strong>Note:</strong>bring a coat, <strong>today</strong> at 9</p>'],
  ['**“Now”**or **never', '<p><strong>“Now”</strong>or **never</p>'],
  ['Is it **(new)**or not** so', '<p>Is it <strong>(new)</strong>or not** so</p>'],
  ['** a** and **b **and c', '<p><strong> a</strong> and <strong>b </strong>and c</p>'],
  [
    '**Space **at the end\n** Space** before\nwithin**a**word',
    '<p><strong>Space </strong>at the end<br /><strong> Space</strong> before<br />within<strong>a</strong>word</p>',
  ],
  ['2**3 is 8, 3**2 is 9', '<p>2**3 is 8, 3**2 is 9</p>'],
  ['2 ** 3\n**Note:** a', '<p>2 ** 3<br /><strong>Note:</strong> a</p>'],
  ['forgotten **here and **good** ok', '<p>forgotten **here and <strong>good</strong> ok</p>'],
  ['Bring ** lunch ** and **hat**', '<p>Bring ** lunch ** and <strong>hat</strong></p>'],
  ['2 ** 3 ** 4 a**b**c', '<p>2 ** 3 ** 4 a<strong>b</strong>c</p>'],
  ['**Tea **and**cake** too', '<p><strong>Tea </strong>and<strong>cake</strong> too</p>'],
  ['**forgotten\n**Note:** a\nb', '<p>**forgotten<br /><strong>Note:</strong> a<br />b</p>'],
  ['**two\nlines** a', '<p><strong>two<br />lines</strong> a</p>'],
  ['a ** b **c** d', '<p>a ** b <strong>c</strong> d</p>'],
  ['\\**a** b**', '<p>**a<strong> b</strong></p>'],
])('only words between two marks are bold: %j', (typed, html) => {
  expect(rendered(typed)).toBe(html)
})

it.each([
  ['#\nTea', '<p>#</p><p>Tea</p>'],
  ['Tea\n##  \nCake', '<p>Tea</p><p>##</p><p>Cake</p>'],
  ['- # #\n- b', '<ul><li># #</li><li>b</li></ul>'],
])('a # without words is no heading: %j', (typed, html) => {
  expect(rendered(typed)).toBe(html)
})

it.each([
  ['<div>Monday</div><div>choir</div>', '<p>Monday</p><p>choir</p>', 'Monday\nchoir'],
  ['<section><h2>Tea</h2><div>at<b> four</b></div></section>', '<h3>Tea</h3><p>at<b> four</b></p>', 'Tea\nat four'],
  ['<table><tr><td>Mon</td><th>Tue</th></tr></table>', null, 'Mon Tue'],
  ['<dl><dt>Bus</dt><dd>38<br>Quays</dd></dl>', '<p>Bus</p><p>38<br />Quays</p>', 'Bus\n38\nQuays'],
  ['<p>one<column-break/>two</p>', '<p>one two</p>', 'one two'],
])('the words of two blocks or cells are never joined: %j', (typed, html, text) => {
  expect(rendered(typed)).toBe(html ?? typed)
  expect(renderPlainText(typed).replace(/\n+/g, '\n')).toBe(text)
})

it.each([
  [
    'Write to Mary <mary@a.ie>, or see <https://a.ie/b>.',
    'Write to Mary &lt;<a href="mailto:mary@a.ie">mary@a.ie</a>&gt;, or see &lt;<a href="https://a.ie/b">https://a.ie/b</a>&gt;.',
  ],
  [
    'https://a.ie/b<Mary>, https://a.ie/<if you can>',
    '<a href="https://a.ie/b">https://a.ie/b</a>&lt;Mary&gt;, <a href="https://a.ie/">https://a.ie/</a>&lt;if you can&gt;',
  ],
  ['https://a.ie/b<', '<a href="https://a.ie/b">https://a.ie/b</a>&lt;'],
  ['https://a.ie/b&nbsp;&lt;c', '<a href="https://a.ie/b">https://a.ie/b</a> &lt;c'],
  [
    'https://a.ie/?a=1&amp;b=2&lt=3',
    '<a href="https://a.ie/?a=1&amp;b=2&amp;lt=3">https://a.ie/?a=1&amp;b=2&amp;lt=3</a>',
  ],
  ['Is it **www.hse.ie?**\nYes', 'Is it <strong><a href="https://www.hse.ie">www.hse.ie</a>?</strong><br />Yes'],
])('an address ends before the sentence’s punctuation, even at the end of a line: %j', (typed, html) => {
  expect(rendered(typed)).toBe(`<p>${html}</p>`)
})

it.each([['<a href="https://a.ie/b.">https://a.ie/b.</a>', '<a href="https://a.ie/b">https://a.ie/b</a>.']])(
  'in an older text, %s ends there too',
  (stored, shown) => {
    expect(toSafeHtml(stored)).toBe(shown)
    expect(toSafeHtml(shown)).toBe(shown)
  },
)

it.each([
  ['![photo](https://a.ie/p.jpg)', '<p><a href="https://a.ie/p.jpg">photo</a></p>'],
  ['See ![the **hall**](https://a.ie "Hall").', '<p>See <a href="https://a.ie">the <strong>hall</strong></a>.</p>'],
  ['- ![](https://a.ie/p.jpg)', '<ul>\n<li><a href="https://a.ie/p.jpg">https://a.ie/p.jpg</a></li>\n</ul>'],
  ['[](https://a.ie)', '<p><a href="https://a.ie">https://a.ie</a></p>'],
  ['Come![Sign up](https://a.ie)', '<p>Come!<a href="https://a.ie">Sign up</a></p>'],
  ['\\![Sign up](https://a.ie)', '<p>!<a href="https://a.ie">Sign up</a></p>'],
  ['![photo](photo.jpg)', '<p>![photo](photo.jpg)</p>'],
])('a picture is a link with its words, and no link is empty: %s', (typed, html) => {
  expect(renderMarkdown(typed)).toBe(html)
})

it('a link with words of its own stays unchanged', () => {
  const html = '<a href="https://a.ie/b.">Is it here?</a>'
  expect(toSafeHtml(html)).toBe(html)
})

it.each([
  ['tel:+353 (0)20 910 0100', '<a href="tel:+353209100100">Ring us</a>'],
  ['tel:910 0100', 'Ring us'],
])('a link to %s dials a number that phones can reach', (address, html) => {
  expect(toSafeHtml(`<a href="${address}">Ring us</a>`)).toBe(html)
})

// Quadratic time would block the server, and exceed this test's time limit, which a slow machine does not.
it.each(['<ul><li>', '- a\n', '**a ', '[a](b', '<', '&', '<b>', 'www.', 'a@', '\n'])(
  '100 kB of %j are shown',
  (part) => {
    const text = part.repeat(100_000 / part.length)
    for (const typed of [text, `<p>${text}</p>`]) expect(rendered(typed)).toMatch(/^$|<p>|<ul>/)
  },
  30_000,
)
