export const LONGEST_HTML = 30_000

/** The HTML that tutors may write, as the help explains it. The sanitiser allows exactly these elements (rich-text.server.ts). */
export const formatting = [
  {
    use: 'Heading, and smaller headings below it',
    tags: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    example: '<h2>Opening hours</h2>\n<h3>In summer</h3>',
  },
  { use: 'Paragraph, and a line break', tags: ['p', 'br'], example: '<p>Ring us.<br>We can help.</p>' },
  { use: 'Bullet list', tags: ['ul', 'li'], example: '<ul>\n<li>Tea</li>\n<li>Music</li>\n</ul>' },
  { use: 'Numbered list', tags: ['ol'], example: '<ol>\n<li>Ring us</li>\n<li>Visit us</li>\n</ol>' },
  { use: 'Bold words', tags: ['strong', 'b'], example: '<strong>Closed on Friday</strong>' },
  { use: 'Words in italics', tags: ['em', 'i'], example: 'You <em>can</em> bring a friend.' },
  { use: 'Crossed-out words', tags: ['s'], example: '<s>Monday</s> Tuesday' },
  { use: 'Link: https, http, mailto or tel', tags: ['a'], example: '<a href="tel:0209100100">Ring us</a>' },
  { use: 'Quotation', tags: ['blockquote'], example: '<blockquote>I love the choir.</blockquote>' },
  {
    use: 'Table',
    tags: ['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
    example:
      '<table>\n<caption>Buses</caption>\n<tr><th>Line</th><th>From</th></tr>\n<tr><td>38</td><td>Quays</td></tr>\n</table>',
  },
] as const
