import { expect, test } from 'vitest'
import { touchingWords } from './touching-words'

test.each([
  ['<a>My Files</a><a>Riverbank Timetable</a>', ['My Files|Riverbank Timetable']],
  ['<span>Maura D.</span><span>Parent</span>', ['Maura D.|Parent']],
  ['<a><svg><path/></svg>Learn More</a><button type="button">Contact Us</button>', ['Learn More|Contact Us']],
  ['<b>Choir</b><input type="hidden"><span>(optional)</span>', ['Choir|(optional)']],
  ['<img src="a.svg" alt="The garden"><b>in May</b>', ['The garden|in May']],
  ['<a>Skip to the text</a><aside>A demonstration</aside>', ['Skip to the text|A demonstration']],
  ['Activities<span>×16</span>', ['Activities|×16']],
])('%s runs together', (html, places) => {
  expect(touchingWords(html)).toEqual(places)
})

test.each([
  '<a>My Files</a> <a>Calendar</a>',
  '<a>My Files </a><a>Calendar</a>',
  '<li><a>My Files</a></li><li><a>Calendar</a></li>',
  'Ring <a>020 910 0100</a>, or (<a>write</a>)<br><b>today</b>.',
  'office<wbr>@riverbank.example',
  'Hello <!-- -->Aoife<!-- -->!',
  '<img src="a.svg" alt=""><b>in May</b>',
  '<table><tr><td>Title</td><td>Date</td></tr></table>',
])('%s stays apart', (html) => {
  expect(touchingWords(html)).toEqual([])
})
