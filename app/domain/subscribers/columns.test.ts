import { expect, test } from 'vitest'
import { parseList } from './import.server'

const bytes = (text: string) => new TextEncoder().encode(text)
const local = (email: string) => email.replace(/@example.ie$/, '')

/** A list's people by the part of their address before the @: added, and refused. */
async function readPeople(text: string) {
  const { good, refused } = await parseList(bytes(text))
  return {
    added: good.map(({ subscriber }) => local(subscriber.email)).join(' '),
    refused: refused
      .map(({ email }) => local(email))
      .join(' ')
      .trim(),
  }
}

// The addresses start with the expected result: 'stays' or 'left'.
const exports = {
  Ghost: ['id,email,name,subscribed_to_emails,deleted_at', '1,stays@,S,true,|2,left@,L,false,|3,left2@,L,,'],
  listmonk: ['uuid,email,name,status', '1,stays@,S,Enabled|2,left@,L,blocklisted|3,left2@,L,disabled'],
  Keila: ['status;email', 'active;stays@|UNREACHABLE;left@'],
  'Mailchimp, subscribed': ['Email Address,OPTIN_TIME,CONFIRM_TIME', 'stays@,2024-01-02 10:00:00,|stays2@,,'],
  'Mailchimp, unsubscribed': ['Email Address,UNSUB_TIME,UNSUB_REASON', 'left@,2024-01-02 10:00:00,NORMAL|left2@,,SPAM'],
  'Mailchimp, by API': ['email_address,status', 'stays@,subscribed|left@,cleaned|left2@,transactional|left3@,pending'],
  Brevo: ['EMAIL,FIRSTNAME,EMAIL_BLACKLISTED', 'stays@,S,false|left@,L,true|left2@,L,1'],
  'Brevo, consent': ['Email,OPT_IN,DOUBLE_OPT-IN', 'stays@,true,1|left@,false,1|left2@,true,2'],
  Sender: ['Email,Email status', 'stays@,Active|left@,Spam reported|left2@,Non-subscribed'],
  'Sender, times': ['email,subscribed_at,unsubscribed_at', 'stays@,2024-01-01 10:00,|left@,2024-01-01,2024-02-01'],
  Substack: ['email,active_subscription,email_disabled', 'stays@,true,false|stays2@,false,false|left@,false,true'],
  Buttondown: ['email,subscriber_type', 'stays@,regular|stays2@,premium|left@,unactivated|left2@,removed'],
  'Buttondown, dates': ['Email Address,Unsubscription Date', 'stays@,|left@,2024-03-01'],
  HubSpot: ['Record ID,Email,Unsubscribed from all email', '1,stays@,|2,stays2@,false|3,left@,true'],
  'HubSpot, marketing': ['Email,Marketing contact status', 'stays@,Marketing contact|left@,Non-marketing contact'],
  'HubSpot, bounces': ['Email,Email hard bounce reason', 'stays@,|left@,Unknown user'],
  'Constant Contact': ['Email,Email permission status', 'stays@,Express|left@,Opted out|left2@,Implied'],
  Sendy: ['Email,Status', 'stays@,Subscribed|left@,Bounced|left2@,Marked as spam|left3@,Unconfirmed'],
  'Sendy, without columns': ['S,stays@,Subscribed', 'L,left@,Soft bounced|L,left2@,Marked as spam: unsubscribed'],
  'a customer list': ['Email,Opted Out', 'stays@,No|stays2@,|left@,TRUE|left2@,x'],
  'a spreadsheet': ['Email,Newsletter?', 'stays@,x|stays2@,Yes|left@,|left2@,no|left3@,maybe'],
  'a column of no clear name': ['Email,Group', 'stays@,Parents|left@,Unsubscribed'],
  'a status in a number': ['Email,Status', 'left@,1|left2@,-1|left3@,0'],
  Mailjet: ['email,IsExcludedFromCampaigns,IsOptInPending', 'stays@,false,false|left@,true,false|left2@,false,true'],
  German: ['E-Mail-Adresse;Vorname;Abgemeldet', 'stays@;S;|stays2@;S;nein|left@;L;ja|left2@;L;2026-01-02'],
  French: ['Courriel;Nom;Désabonné', 'stays@;S;|stays2@;S;non|left@;L;oui'],
  'French, those who joined': ['Courriel;Inscrit', 'stays@;oui|left@;non|left2@;'],
  Polish: ['Adres e-mail;Imię;Status', 'stays@;S;aktywny|left@;L;wypisany'],
  'Polish, subscriptions': ['Imię;Email;Subskrypcja', 'S;stays@;tak|S;stays2@;zapisany|L;left@;nie|L;left2@;'],
  Spanish: [
    'Nombre;Correo;Estado',
    'S;stays@;activo|L;left@;baja|L;left2@;cancelado|L;left3@;inactivo|L;left4@;no suscrito|L;left5@;desuscrito|L;left6@;anulado|L;left7@;eliminado',
  ],
  'French, states': [
    'Nom;Courriel;Statut',
    'S;stays@;abonné|L;left@;inactif|L;left2@;non abonné|L;left3@;résilié|L;left4@;parti|L;left5@;plus abonné',
  ],
  'French, true': ['Nom;Courriel;Abonné', 'S;stays@;vrai|L;left@;faux'],
  'French, dates': ['Courriel;Date de désinscription', 'stays@;|left@;2026-01-01'],
  'Spanish, dates': ['Correo;Fecha de baja', 'stays@;|left@;01/02/2026'],
  'Spanish, subscriptions': ['Correo;Suscripción', 'stays@;sí|left@;no'],
  'German, consent': ['E-Mail;Einwilligung', 'stays@;ja|left@;nein|left2@;widerrufen|left3@;'],
  'German, dates': ['E-Mail;Austrittsdatum', 'stays@;|left@;2026-01-01'],
  'English, remarks': ['Email,Remark', "stays@,Mother of Ida|left@,doesn't want the newsletter"],
  'German, remarks': ['E-Mail;Bemerkung', 'stays@;Mutter von Ida|left@;möchte keine Mails mehr|left2@;bitte austragen'],
  'German, states': ['E-Mail;Zustand', 'stays@;aktiv|left@;ruhend'],
  Irish: ['Ainm;Ríomhphost;Stádas', 'S;stays@;gníomhach|L;left@;imithe'],
  Italian: ['Nome;Email;Stato', 'S;stays@;iscritto|L;left@;disiscritto'],
  Dutch: ['Naam;Email;Abonnement', 'S;stays@;ja|L;left@;nee'],
  'Polish, states': ['Email;Stan;Zgoda', 'stays@;aktywny;tak|left@;aktywny;nie|left2@;uśpiony;tak'],
  'French, consent': ['Email;Consentement', 'stays@;oui|left@;non'],
  'people who came back': ['Email,Status', 'stays@,Resubscribed|left@,Unsubscribed'],
  'states that are not about the list': [
    'Email;State;County;Estado civil;Stan cywilny',
    'stays@;NY;Cork;soltero;panna',
  ],
  'people with odd names': ['Name,Email', 'Ausgetragen,stays@|Baja,stays2@|Left,stays3@'],
  'people below a line': ['Name,Email', 'S,stays@|Unsubscribed,|L,left@|L,left2@|Subscribers,|S,stays2@'],
  'people below German and Polish lines': [
    'Name;Email',
    'S;stays@|Ausgetragen:;|L;left@|Eltern:|S;stays2@|Rezygnacje|L;left2@',
  ],
  'people below a line, without columns': ['S,stays@', 'Ausgetragen:|L,left@|N,left2@'],
  'people below a line, first': ['Unsubscribed:', 'L,left@|Subscribed:|S,stays@'],
  'those who left': ['Abgemeldete', 'Name;Email|L;left@|L;left2@'],
  'people below lines about the past': [
    'Name,Email',
    'S,stays@|Former subscribers,|L,left@|No longer receiving,|L,left2@|People who have left us,|L,left3@|Ehemalige:,|L,left4@|Anciens abonnés,|L,left5@',
  ],
  'a title about those who left': ['Families who left us last year', 'Name,Email|L,left@'],
  'a cleaned list': ['Our subscribers (cleaned list)', 'Name,Email|S,stays@|Unsubscribed:,|L,left@'],
  'a list without others': ['Subscribers (unsubscribed people removed)', 'Name,Email|S,stays@'],
  'a cleaned file': ['subscribers_cleaned.csv', 'Name,Email|S,stays@'],
  'a title with a comma': ['Newsletter list, updated 3 November', 'Name,Email|S,stays@'],
  'words next to names': ['Name,Email', 'Sue Byrne (unsubscribed),left@|Sue Lee - do not email,left2@|Left,stays@'],
  'other remarks': [
    'Email,Notes',
    'left@,wants to be taken off|left2@,deceased|left3@,please remove|stays@,never late',
  ],
  'people who never left': [
    'Email,Status',
    "stays@,never unsubscribed|stays2@,not unsubscribed|stays3@,has not unsubscribed|stays4@,hasn't opted out|left@,not subscribed|left2@,no bounce",
  ],
  'negations in remarks': [
    'Email,Notes',
    'stays@,has not unsubscribed|stays2@,no bounce|stays3@,never bounced|stays4@,nicht abgemeldet|left@,not confirmed|left2@,not unsubscribed but bounced',
  ],
  'negations about leaving': [
    'Email,Unsubscribed,Bounces',
    'stays@,not unsubscribed,no bounces|stays2@,never,none|stays3@,not yet,not bounced|left@,no,2|left2@,yes,0',
  ],
  'a column with a negation': ['Email,Not unsubscribed', 'stays@,yes|left@,no'],
  'notes next to names': ['Name,Email', 'Old Tom,stays@|Jo (old),left@|Kim - moved away,left2@|Lee (left),left3@'],
  'notes about addresses': [
    'Email,Comment,Street',
    'stays@,new email,Old Road|left@,old address,|left2@,do not use,|left3@,moved to Cork,|left4@,wrong email,|left5@,RIP,',
  ],
  'notes about who is not to be added': [
    'Email,Notes',
    'stays@,likes art|stays2@,please add|stays3@,wants it in large print|left@,do not add|left2@,don’t add|left3@,leave him out|left4@,please remove|left5@,asked to be removed|left6@,exclude|left7@,no thanks|left8@,doesn’t want it|left9@,never agreed',
  ],
  'notes about who is not to be added, with others': [
    'Email,Notes',
    'stays@,no peanuts|left@,do not include|left2@,ná cuir|left3@,skip|left4@,Skip her|left5@,ignore|left6@,on hold',
  ],
  'notes about lines that are not to be imported': [
    'Email,Notes',
    'stays@,dropped in on Monday|left@,do not import|left2@,ignore this row|left3@,please skip|left4@,to be deleted|left5@,leave this one out',
  ],
  'a column of those to skip': ['Email,Skip', 'stays@,|stays2@,no|left@,yes|left2@,x'],
  'a column of those to leave out': ['Email,Leave out?', 'stays@,|stays2@,n|left@,✓|left2@,true'],
  'a column of those not to import': ['Email,Do not import', 'stays@,|stays2@,0|left@,1'],
  'a column of those to import': ['Email,Import', 'stays@,yes|left@,no|left2@,'],
  'people below a line to skip': ['Name,Email', 'S,stays@|Skip:,|L,left@'],
  'dates in other languages': [
    'Email,Newsletter',
    'stays@,14 septembre 2024|stays2@,5 października 2024|left@,not any more',
  ],
  'people below lines that say not to write': [
    'Name,Email',
    'S,stays@|Please do not send to:,|L,left@|No newsletter for these people:,|L,left2@|Families:,|S,stays2@|We don’t write to them any more:,|L,left3@',
  ],
  'people below lines about addresses that are not in use': [
    'Name,Email',
    'S,stays@|Moved away:,|L,left@|Old addresses,|L,left2@|New families:,|S,stays2@|On hold,|L,left3@|Wrong e-mails:,|L,left4@',
  ],
  'those who died': ['Email,Deceased', 'stays@,|stays2@,No|left@,Y|left2@,2023|left3@,RIP 2023'],
  'dates of death': ['Email,Date of death', 'stays@,|left@,12/03/2024'],
  'those who died, in German': ['E-Mail;Bemerkung;Todesdatum', 'stays@;;|left@;verstorben;|left2@;;1.2.2024'],
  'those who died, in French and Polish': [
    'Email;Remarques;Uwagi',
    'stays@;;|left@;décédée;|left2@;;nie żyje|left3@;;zmarła',
  ],
  'names of those who died': [
    'Name,Email',
    'Rip Byrne,stays@|Ann Byrne RIP,left@|Eve Ray †,left2@|Gus - no longer with us,left3@|Ann R.I.P. 2024,left4@',
  ],
  'Wix, with text messages': [
    'Email,Email subscriber status,SMS subscriber status',
    'stays@,Subscribed,Never subscribed|left@,Never subscribed,Subscribed|left2@,Unsubscribed,',
  ],
  'a program that sends text messages': ['Email,SMS status', 'stays@,unsubscribed|stays2@,subscribed'],
  'a program that sends text messages, with notes': ['Email,SMS notes', 'stays@,likes photos|left@,deceased'],
  'people without an address': ['Name,Email', 'S,stays@|Tom Daly (no email),|S,stays2@|No email:,|L,left@'],
  'one person below each heading': ['Our day service families:', 'stays@|Our tutors:|stays2@'],
  'one column about emails and text messages': ['Email,SMS and email consent', 'stays@,yes|left@,no'],
  'WhatsApp next to emails': ['Email,Email opt out,WhatsApp opt out', 'stays@,,yes|left@,yes,'],
  'Brevo, with text messages': ['EMAIL,BLACKLIST_EMAIL,BLACKLIST_SMS', 'stays@,0,1|left@,1,0'],
  'a title above people without columns': ['Families', 'Ann,stays@|Unsubscribed|Bea,left@|Do not email:|Cat,left2@'],
  'notes next to the named columns': ['Name,Email', 'S,stays@|L,left@,unsubscribed|L,left2@,,,please remove'],
  'a name of one column above others': ['Email', 'stays@|left@,unsubscribed'],
  phpList: ['email,confirmed,blacklisted', 'stays@,1,0|left@,0,0|left2@,1,1'],
} as const

test.each(Object.entries(exports))('no one who left is added from an export of %s', async (_, [header, lines]) => {
  const text = [header, ...lines.split('|')].join('\n').replace(/@(?=[,;\t\n]|$)/gm, '@example.ie')
  const all = text.match(/\b(?:stays|left)\d?(?=@)/g) ?? []
  const those = (start: string) => all.filter((name) => name.startsWith(start)).join(' ')
  expect(await readPeople(text)).toEqual({ added: those('stays'), refused: those('left') })
})

test('notes next to an address without column names are not its name, and say that it is not to be used', async () => {
  const lines = [
    'a@x.ie (old)',
    'do not use b@x.ie',
    'was c@x.ie',
    'Mary Byrne d@x.ie (moved)',
    'e@x.ie (work)',
    'Byrne, Dan <f@x.ie>',
  ]
  const { good, refused } = await parseList(bytes(lines.join('\n')))
  expect(good.map(({ subscriber: { email, name } }) => [email, name])).toEqual([
    ['e@x.ie', null],
    ['f@x.ie', 'Byrne, Dan'],
  ])
  expect(refused.map(({ line }) => line)).toEqual([1, 2, 3, 4])
  expect(refused[0]?.reason).toBe(
    'The list says a@x.ie (old). Please check this address, and add it yourself if it is right.',
  )
})

test.each([
  ['a list', ''],
  ['a column', 'Email\n'],
])('notes in brackets between a name and an address in %s say that it is not to be used', async (_, header) => {
  const lines = [
    'Ann (old) <a@x.ie>',
    'Bob (skip) <b@x.ie>',
    'Eve (moved away) <e@x.ie>',
    'Carl - old <c@x.ie>',
    'Kim [wrong address] <k@x.ie>',
    'Sue <s@x.ie> (do not use)',
    'Lee (left) <l@x.ie>',
    'Mary (Mum) <m@x.ie>',
    'Tom Old <t@x.ie>',
  ]
  const { good, refused } = await parseList(bytes(header + lines.join('\n')))
  expect(good.map(({ subscriber }) => subscriber.email)).toEqual(['m@x.ie', 't@x.ie'])
  expect(refused.map(({ reason }) => /<(.*)>/.exec(reason)?.[1])).toEqual(
    ['a', 'b', 'e', 'c', 'k', 's', 'l'].map((name) => `${name}@x.ie`),
  )
  const said = `The ${header ? 'column Email' : 'list'} says Ann (old) <a@x.ie>.`
  expect(refused[0]?.reason).toBe(`${said} Please check this address, and add it yourself if it is right.`)
})

test('notes next to an address in a column mean that it is not to be used, or are labels', async () => {
  const notes = ['work', 'old', 'do not use', 'moved', 'ex']
  const { good, refused } = await parseList(
    bytes(['Name,Email', ...notes.map((note) => `,a@x.ie (${note})`)].join('\n')),
  )
  expect([good.map(({ line }) => line), refused.map(({ line }) => line)]).toEqual([[], [2, 3, 4, 5, 6]])
  const labelled = await parseList(bytes('Name,Email\n,a@x.ie (work)\n,b@x.ie [old]\n'))
  expect(labelled.good.map(({ subscriber }) => subscriber)).toMatchObject([{ email: 'a@x.ie', name: null }])
})

test('each message names the column and its value', async () => {
  const lines = [
    'a@example.ie,false,,',
    'b@example.ie,yes,Sleeping,',
    'c@example.ie,,,',
    'd@example.ie,yes,active,2024-01-01',
  ]
  const { refused } = await parseList(bytes(['email,subscribed_to_emails,Status,UNSUB_TIME', ...lines].join('\n')))
  expect(refused.map(({ reason }) => reason)).toEqual([
    'The column subscribed_to_emails says false: this person does not get the newsletter.',
    'The column Status says Sleeping. That does not show that this person gets the newsletter.',
    'The column subscribed_to_emails is empty. That does not show that this person gets the newsletter.',
    'The column UNSUB_TIME says 2024-01-01: this person does not get the newsletter.',
  ])
  expect((await parseList(bytes('email,name\na@example.ie,A,unsubscribed\n'))).refused).toMatchObject([
    { reason: 'Column 3 says unsubscribed: this person does not get the newsletter.' },
  ])
  expect((await parseList(bytes('email,Status\na@example.ie,active\nb@example.ie,\n'))).refused).toMatchObject([
    { line: 3, reason: 'The column Status is empty. That does not show that this person gets the newsletter.' },
  ])
})

test('the message for people below a line about leaving names the line', async () => {
  const { refused } = await parseList(bytes('Name,Email\nA,a@example.ie\nUnsubscribed:,\nB,b@example.ie\n'))
  expect(refused).toEqual([
    { line: 4, email: 'b@example.ie', reason: 'Line 3 says Unsubscribed: this person does not get the newsletter.' },
  ])
})

test('an address that is unsubscribed on one line is not added from another', async () => {
  const { good, refused } = await parseList(
    bytes('Email,Status\nA@example.ie,active\nb@example.ie,active\na@example.ie,unsubscribed\n'),
  )
  expect(good.map(({ subscriber }) => subscriber.email)).toEqual(['b@example.ie'])
  expect(refused.map(({ line }) => line)).toEqual([2, 4])
})

test.each([
  ['Mailchimp', 'Email Address,First Name,Last Name', 'm@example.ie,Nuala,Fahy', 'Nuala Fahy'],
  ['Mailchimp’s tags', 'EMAIL;FNAME;LNAME', 'm@example.ie;Nuala;Fahy', 'Nuala Fahy'],
  [
    'Google',
    'First Name,Middle Name,Last Name,E-mail 1 - Label,E-mail 1 - Value',
    'Maeve,Á,Daly,Home,m@example.ie',
    'Maeve Á Daly',
  ],
  [
    'an older Google',
    'Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Value',
    'Maeve Daly,Maeve,Daly,*,m@example.ie,',
    'Maeve Daly',
  ],
  ['Outlook', 'Last Name,E-mail Address,E-mail Display Name', 'Daly,m@example.ie,Maeve (m@example.ie)', 'Daly'],
  ['Outlook’s second address', 'Last Name,E-mail Address,E-mail 2 Address', 'Daly,m@example.ie,n@example.ie', 'Daly'],
  ['a name next to a surname', 'Name,Surname,Email', 'Maeve,Daly,m@example.ie', 'Maeve Daly'],
  ['a column of its own words', 'Contact,Mail to the family', 'Maeve,m@example.ie', null],
  ['subscribers', 'Subscriber,Name,Last name,Status', 'm@example.ie,Ann,Ryan,Active', 'Ann Ryan'],
  ['recipients', 'Recipient name,Recipient,Sent by', 'Ann Ryan,m@example.ie,office@example.ie', 'Ann Ryan'],
  ['parents', 'Parent email,Parent first name,Parent surname,Student name', 'm@example.ie,Ann,Ryan,Sam', 'Ann Ryan'],
  ['parents by name', 'Student,Parent,Email', 'Tom Ryan,Ann Ryan,m@example.ie', 'Ann Ryan'],
  ['parents and a child', 'Parent/Guardian;Email;Child', 'Ann Ryan;m@example.ie;Tom', 'Ann Ryan'],
  ['a title above the columns', 'Our newsletter 2026,,\nEmail,Name,Joined', 'm@example.ie,Ann Ryan,2024', 'Ann Ryan'],
  ['a title with another delimiter', 'Newsletter, 2026\nName;Email;Joined', 'Ann Ryan;m@example.ie;2024', 'Ann Ryan'],
  ['a title without one', 'Our newsletter\nName;Email', 'Ann Ryan;m@example.ie', 'Ann Ryan'],
  ['two titles', 'Our newsletter\nSpring 2026\nEmail,Name,Joined', 'm@example.ie,Ann Ryan,2024', 'Ann Ryan'],
  ['Spanish', 'Correo electrónico,Nombre,Apellidos', 'm@example.ie,Ana,Ruiz Gil', 'Ana Ruiz Gil'],
  ['another language', 'Prénom;Nom;Courriel', 'Ann;Ryan;m@example.ie', 'Ann Ryan'],
  ['words that say nothing', 'Column A,Column B,Name (parent)', 'x,m@example.ie,Ann', 'Ann'],
  ['two parents', 'Father name,Mother name,Mother email,Father email', 'Bob,Ann,m@example.ie,b@example.ie', 'Ann'],
  ['one column', 'Name', 'Ann Ryan <m@example.ie>', 'Ann Ryan'],
  ['an answer called email', 'Email,Parent,Username', 'yes,m@example.ie,ann1', null],
  ['answers with addresses', 'Newsletter email,Company name,Group', 'm@example.ie,Riverbank,Tournament', null],
])('addresses and names are found in a list of %s', async (_, header, line, name) => {
  const { good, refused } = await parseList(bytes(`${header}\n${line}\n`))
  expect({ refused, people: good.map(({ subscriber }) => subscriber) }).toMatchObject({
    refused: [],
    people: [{ email: 'm@example.ie', name }],
  })
})

test('of two columns of addresses, the one with more of them is taken', async () => {
  const text = 'Sender,Subscriber\noffice@example.ie,a@example.ie\noffice@example.ie,b@example.ie\n'
  expect((await readPeople(text)).added).toBe('a b')
})

test('words about leaving next to an address are read', async () => {
  for (const words of ['(bounced)', '[opted out]', '(left)'])
    expect((await readPeople(`Name,Email\nL,left@example.ie ${words}\n`)).added).toBe('')
  expect((await readPeople('Susanna Byrne-Walsh (unsubscribed) <left@example.ie>\n')).added).toBe('')
})

test('addresses in a column about leaving are not added', async () => {
  expect(await readPeople('Unsubscribed email,Recipient\ngone@example.ie,\n,stays@example.ie\n')).toEqual({
    added: 'stays',
    refused: '',
  })
  await expect(readPeople('Unsubscribed email,Name\ngone@example.ie,G\n')).rejects.toThrow(
    'We found no email addresses',
  )
})

test('two addresses in a cell are reported', async () => {
  const two = [', ', '; ', ' ', ' ::: ', ' / '].map((between) => `one@example.ie${between}two@example.ie`)
  for (const cell of [...two, 'Anne <one@example.ie>, Dan <two@example.ie>'])
    expect((await parseList(bytes(`Email,Name\n"${cell}",Couple\n`))).refused).toEqual([
      { line: 2, email: cell, reason: 'There are two addresses here. Please put each on its own line.' },
    ])
})

test('a repeated address counts once', async () => {
  expect((await readPeople('Email\n"a@example.ie <a@example.ie>"\n')).added).toBe('a')
})

test.each([
  ['Email,Name,Opted Out\na@example.ie,A,no\n', []],
  [
    'Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,\nA,Home,a@example.ie,b@example.ie,x\n',
    ['E-mail 1 - Label', 'E-mail 2 - Value', 'Column 5'],
  ],
])('unused columns are named: %j', async (text, unused) => {
  expect((await parseList(bytes(text))).unused).toEqual(unused)
})

test('a list with yes or no but without column names is refused', async () => {
  const { good, refused } = await parseList(bytes('Anne,a@example.ie,no\nDan,d@example.ie,087 555\n'))
  expect(good.map(({ subscriber }) => subscriber.name)).toEqual(['Dan'])
  expect(refused).toMatchObject([{ line: 1, email: 'a@example.ie', reason: expect.stringMatching(/name the columns/) }])
})

test('no hidden character subscribes a person who left', async () => {
  for (const [name, left] of [
    ['Status', 'un\u2011subscribed'],
    ['Status', 'Unsub\u00adscribed'],
    ['Notes', 'opted\u00a0out'],
    ['Éta\u200bt', 'Unsubscribed\u200b'],
  ])
    expect(await parseList(bytes(`Email,${name}\na@example.ie,${left}\n`))).toMatchObject({
      good: [],
      refused: [{ line: 2, email: 'a@example.ie' }],
    })
})
