// Markup that tries to run a script, generated from the families that the OWASP and PortSwigger cheat sheets and the
// published bypasses of sanitisers know. Each calls xss(), which a browser spec defines (catchAttacks) and expects to stay silent.

export interface Payload {
  family: 'tags' | 'handlers' | 'addresses' | 'encodings' | 'nesting' | 'mutation' | 'css' | 'svg and mathml'
  html: string
}

const CALL = 'xss()'
const IMAGE = `<img src=x onerror=${CALL}>`
const SCRIPT = `<script>${CALL}</script>`
const each = <One, Other>(ones: readonly One[], others: readonly Other[], make: (one: One, other: Other) => string) =>
  ones.flatMap((one) => others.map((other) => make(one, other)))

const decimal = (text: string) => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join('')
const padded = (text: string) =>
  [...text].map((letter) => `&#${String(letter.charCodeAt(0)).padStart(7, '0')}`).join('')
const hexadecimal = (text: string) => [...text].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('')
const percent = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
const escaped = (text: string) => [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')
const fullWidth = (text: string) => text.replaceAll('<', '＜').replaceAll('>', '＞')

const scripts = [
  SCRIPT,
  ...['<ScRiPt>', '<script >', '<script\n>', '<script\t/>', '<script/x>', '<script\u000c>', '<script type=module>'].map(
    (open) => `${open}${CALL}</script>`,
  ),
  `<script src="data:text/javascript,${CALL}"></script>`,
  `<script/src="data:,${CALL}">`,
  `<<script>${CALL}//<</script>`,
  `<script>${CALL}`,
  `</script>${SCRIPT}`,
  `"><script>${CALL}</script>`,
  `'><script>${CALL}</script>`,
  `--><script>${CALL}</script>`,
  `]]><script>${CALL}</script>`,
  `<s\u0000cript>${CALL}</script>`,
  `<script>${CALL}</script >`,
  `<script>${CALL}</script\n>`,
]
const holders = [
  `<iframe srcdoc="${SCRIPT}"></iframe>`,
  `<iframe src="javascript:parent.${CALL}"></iframe>`,
  `<object data="javascript:${CALL}"></object>`,
  `<object type="text/html" data="data:text/html,${SCRIPT}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<base href="javascript:${CALL}//"><a href="#">a</a>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${CALL}">`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *">${SCRIPT}`,
  `<link rel="import" href="data:text/html,${SCRIPT}">`,
  `<link rel="stylesheet" href="javascript:${CALL}">`,
  `<template>${SCRIPT}</template>`,
  `<slot>${IMAGE}</slot>`,
  `<image src=x onerror=${CALL}>`,
  `<noscript>${SCRIPT}</noscript>`,
]

const firing = [
  ['img src=x', 'onerror'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['input autofocus', 'onfocus'],
  ['a href="https://riverbank.example" autofocus tabindex=1', 'onfocus'],
  ['p tabindex=0 autofocus', 'onfocusin'],
  ['details open', 'ontoggle'],
  ['video src=x', 'onerror'],
  ['video autoplay src="data:video/mp4,"', 'onloadstart'],
  ['marquee', 'onstart'],
  ['iframe', 'onload'],
  ['style', 'onload'],
  ['td style="animation: x 1s"', 'onanimationstart'],
  ['li', 'onpointerenter'],
  ['table', 'onbeforematch'],
  ['th scope=row', 'onfocus'],
] as const
const writings: ((tag: string, handler: string) => string)[] = [
  (tag, handler) => `<${tag} ${handler}=${CALL}>a`,
  (tag, handler) => `<${tag.toUpperCase()}\n${handler.toUpperCase()}\t= "${decimal(CALL)}">a`,
  (tag, handler) => `<${tag.replaceAll(' ', '/')}/${handler}='${CALL}'//>a`,
  (tag, handler) => `<${tag} a="'>" ${handler}=\`${CALL}\` b='">'>a`,
]

const schemes = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  ` \u0001javascript:${CALL}`,
  `java\tscript:${CALL}`,
  `java&NewLine;script&colon;${CALL}`,
  `${decimal('javascript:')}${CALL}`,
  `${hexadecimal('javascript:')}${CALL}`,
  `javascript://riverbank.example/%0a${CALL}`,
  `data:text/html,${SCRIPT.replaceAll('<', '&lt;')}`,
  `vbscript:${CALL}`,
]
const places: ((address: string) => string)[] = [
  (address) => `<a href="${address}">a</a>`,
  (address) => `<a href='https://riverbank.example' href="${address}">a</a>`,
  (address) => `<form action="${address}"><button>a</button></form>`,
  (address) => `<button formaction="${address}" form=resource>a</button>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<object data="${address}"></object>`,
  (address) => `<svg><a xlink:href="${address}"><text y=20>a</text></a></svg>`,
  (address) => `<math href="${address}">a</math>`,
  (address) => `<area href="${address}"><video poster="${address}"></video>`,
]

const encodings = [decimal, padded, hexadecimal, percent, escaped, fullWidth].flatMap((encode) => [
  encode(SCRIPT),
  `<img src=x onerror=${encode(CALL)}>`,
  `<a href="${encode(`javascript:${CALL}`)}">a</a>`,
])
const otherEncodings = [
  `+ADw-script+AD4-${CALL}+ADw-/script+AD4-`,
  decimal(decimal(SCRIPT)),
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `&amp;lt;script&amp;gt;${CALL}&amp;lt;/script&amp;gt;`,
  `\ufeff${SCRIPT}`,
  `<a href="javas\u00adcript:${CALL}">a</a>`,
  `<a href="https://riverbank.example/&quot;onfocus=&quot;${CALL}&quot;autofocus=&quot;">a</a>`,
]

const nesting = [
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<scr<b>ipt>${CALL}</script>`,
  `<<b>script>${CALL}</script>`,
  `<im<b></b>g src=x onerror=${CALL}>`,
  `<b <script>${CALL}</script>>a</b>`,
  `<p title="${SCRIPT}">a</p>`,
  `<p title='"><img src=x onerror=${CALL}>'>a</p>`,
  `<a href="<img src=x onerror=${CALL}>">a</a>`,
  `<a href="https://riverbank.example" title="><script>${CALL}</script>">a</a>`,
  `${'<b>'.repeat(40)}${IMAGE}`,
  `${'<div>'.repeat(400)}${SCRIPT}`,
  `<table><td>${IMAGE}<caption>${SCRIPT}`,
  `<ul><li>${IMAGE}<li>${SCRIPT}</ul>`,
  `<blockquote><h2>${IMAGE}</blockquote>`,
  `<p>${'a'.repeat(2000)}${IMAGE}`,
  `<a href="https://riverbank.example"><a href="javascript:${CALL}">a</a></a>`,
  `<th scope="row" onfocus="${CALL}" scope="col">a</th>`,
  `<th scope='"><img src=x onerror=${CALL}>'>a</th>`,
  `<img src="x"\u0000 onerror=${CALL}>`,
  `<img src=x onerror="${CALL}`,
  `<!--<img src="--><img src=x onerror=${CALL}//">`,
  `<!--><img src=x onerror=${CALL}>-->`,
  `<!---><img src=x onerror=${CALL}>-->`,
  `<!-- --!><img src=x onerror=${CALL}>-->`,
  `<![CDATA[><img src=x onerror=${CALL}>]]>`,
  `<?xml version="1.0"?><img src=x onerror=${CALL}>`,
  `<!doctype html><img src=x onerror=${CALL}>`,
]

const rawText = [
  'noscript',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'textarea',
  'title',
  'style',
  'iframe',
  'option',
]
const mutation = [
  ...each(rawText, ['', 'svg', 'math'], (tag, around) => {
    const inner = `<${tag}><p title="</${tag}><img src=x onerror=${CALL}>"></${tag}>`
    return around ? `<${around}>${inner}</${around}>` : inner
  }),
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CALL}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${CALL}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${CALL}>">`,
  `<svg><p><style><g title="</style><img src=x onerror=${CALL}>">`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${CALL}></style></annotation-xml></math>`,
  `<svg><foreignObject><style><!--</style><img src=x onerror=${CALL}>--></foreignObject></svg>`,
  `<svg><desc><noscript><img title="</noscript><img src=x onerror=${CALL}>"></desc></svg>`,
  `<select><style></select><img src=x onerror=${CALL}>`,
  `<select><template><style><!--</select><img src=x onerror=${CALL}>-->`,
  `<listing>&lt;img src=x onerror=${CALL}&gt;</listing>`,
  `<table><svg><style><img src=x onerror=${CALL}>`,
  `<p id="a"><svg><title><p id="</title><img src=x onerror=${CALL}>">`,
  `<a id=x><form id=x><input name=attributes><img src=x onerror=${CALL}></form>`,
]

const css = [
  `<style>@import 'javascript:${CALL}';</style>`,
  `<style>* { background: url("javascript:${CALL}") }</style>`,
  `<style>body { -moz-binding: url("data:text/xml,${CALL}") }</style>`,
  `<style><img src="</style><img src=x onerror=${CALL}>`,
  `<p style="width: expression(${CALL})">a</p>`,
  `<p style="background: url(javascript:${CALL})">a</p>`,
  `<p style="behavior: url(x.htc)">a</p>`,
  `<p style="position: fixed; inset: 0; z-index: 999">a</p>`,
  `<p style="background: url('/healthz')">a</p>`,
  `<p style='font-family: "x</p><img src=x onerror=${CALL}>"'>a</p>`,
  `<p class="hidden" id="main">a</p>`,
  `<div style="list-style: url(&#1;javascript:${CALL})">a</div>`,
]

const inSvg = [
  `<script>${CALL}</script>`,
  `<script href="data:,${CALL}"/>`,
  `<script xlink:href="data:,${CALL}"/>`,
  `<g onload="${CALL}"></g>`,
  `<animate onbegin="${CALL}" attributeName="x" dur="1s"/>`,
  `<set onbegin="${CALL}" attributeName="x" to="1"/>`,
  `<a><set attributeName="href" to="javascript:${CALL}"/><text y="20">a</text></a>`,
  `<a><animate attributeName="xlink:href" values="javascript:${CALL}"/><text y="20">a</text></a>`,
  `<use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='${CALL}'/></svg>#x"/>`,
  `<image href="x" onerror="${CALL}"/>`,
  `<feImage href="javascript:${CALL}"/>`,
  `<foreignObject><body onload="${CALL}"></body></foreignObject>`,
  `<foreignObject>${IMAGE}</foreignObject>`,
  `<title>${IMAGE}</title>`,
  `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${CALL}</handler>`,
  `<style>@import "javascript:${CALL}"</style>`,
]
const inMath = [
  `<maction actiontype="statusline#https://riverbank.example" xlink:href="javascript:${CALL}">a</maction>`,
  `<mtext>${IMAGE}</mtext>`,
  `<mi>${SCRIPT}</mi>`,
  `<semantics><annotation-xml encoding="application/xhtml+xml">${IMAGE}</annotation-xml></semantics>`,
  `<mglyph src="x" onerror="${CALL}"></mglyph>`,
  `<malignmark></malignmark>${IMAGE}`,
]

const families: Record<Payload['family'], string[]> = {
  tags: [...scripts, ...holders],
  handlers: each(firing, writings, ([tag, handler], write) => write(tag, handler)),
  addresses: each(places, schemes, (place, scheme) => place(scheme)),
  encodings: [...encodings, ...otherEncodings],
  nesting,
  mutation,
  css,
  'svg and mathml': [
    ...each(inSvg, ['svg', 'SVG xmlns="http://www.w3.org/2000/svg"'], (inner, tag) => `<${tag}>${inner}</svg>`),
    ...each(inMath, ['math', 'math href="#"'], (inner, tag) => `<${tag}>${inner}</math>`),
  ],
}

export const payloads: Payload[] = Object.entries(families).flatMap(([family, list]) =>
  [...new Set(list)].map((html) => ({ family: family as Payload['family'], html })),
)
