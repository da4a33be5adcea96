// Default texts of the Easy Read pages: ideas with a picture each. At most twelve words a sentence, and grade 4 for a page
// (routes/reading.test.ts).

import type { ActivitySymbolName } from './activity-symbols'
import type { IdeaSymbolName } from './idea-symbols'

export type PictureName = ActivitySymbolName | IdeaSymbolName

const idea = (symbol: PictureName, text: string) => ({ text, symbol })

const page = (heading: string, ideas: readonly ReturnType<typeof idea>[]) => ({
  heading,
  ideas: [...ideas],
  isTested: false,
  testedOn: null,
})

export const easyReadContent = {
  home: page('Welcome to {shortName}', [
    idea('house', '{shortName} is a day centre in Dublin.'),
    idea('people', 'It is a place for adults with intellectual disabilities to learn.'),
    idea('calendar', 'People come here on weekdays.'),
    idea('music-choir', 'We sing, paint, cook and learn new things.'),
    idea('choose', 'You choose what you want to do.'),
    idea('write', 'A tutor helps you to plan your week.'),
    idea('tea-break', 'You can visit us. We have tea and show you around.'),
    idea('phone', 'Do you want to visit? Ring us on {phone}.'),
    idea('computer-skills', 'Are you a student here? You can log in on this website.'),
  ]),
  about: page('About {shortName}', [
    idea('house', '{shortName} is in Dublin 7.'),
    idea('clock', 'We began in 1998. We had one small class.'),
    idea('people', 'A few parents and teachers started it.'),
    idea('calendar', 'Now we are open five days a week.'),
    idea('heart', 'We treat each other well. Each person counts.'),
    idea('write', 'Each person here has a plan. Your plan is yours.'),
    idea('listen', 'Tell us about your life. We listen.'),
    idea('choose', 'You choose what you want to do next.'),
    idea('person', 'Your family or a friend can help you.'),
    idea('yes', 'You can change your plan at any time.'),
    idea('money-management', 'The HSE pays for the centre. CDETB pays for the tutors.'),
  ]),
  activities: page('What you can do here', [
    idea('choose', 'You choose your classes with your tutor.'),
    idea('music-choir', 'You can sing and play music.'),
    idea('art', 'You can draw and paint.'),
    idea('drama', 'You can act in a play.'),
    idea('digital-photography', 'You can take photos.'),
    idea('active-healthy-me', 'You can walk, dance and keep fit.'),
    idea('life-skills', 'You can learn to cook.'),
    idea('literacy-numeracy', 'You can learn to read, write and count.'),
    idea('computer-skills', 'You can learn to use a computer.'),
    idea('online-safety', 'You can learn to stay safe online.'),
    idea('money-management', 'You can learn about money.'),
    idea('social-club', 'You can meet your friends.'),
    idea('work-experience', 'You can try out a job.'),
  ]),
  achievements: page('What we are proud of', [
    idea('star', 'We do good work here.'),
    idea('qqi-classes', 'Fourteen of us finished a course this year.'),
    idea('music-choir', 'Our choir sang in a full church.'),
    idea('digital-photography', 'Our photos were on show in the library.'),
    idea('work-experience', 'Nine of us worked in shops, cafés and offices.'),
    idea('walk', 'Our walking group won a cup.'),
    idea('cooking', 'We made our own cookbook.'),
    idea('self-advocacy', 'We voted for a student council. It speaks for us.'),
    idea('drama', 'In summer we put on a show.'),
    idea('tea-break', 'In December you can come for songs and tea.'),
  ]),
  resources: page('Who else can help', [
    idea('question', 'Do you need help? These people can help you.'),
    idea('house', 'The HSE helps you to find a day centre.'),
    idea('people', 'Inclusion Ireland speaks up for all of us.'),
    idea('talk', 'An advocate helps you to say what you want. It is free.'),
    idea('money-management', 'Citizens Information tells you about money and homes.'),
    idea('choose', 'You can make your own choices. The law says so.'),
    idea('self-advocacy', 'The Decision Support Service can tell you more.'),
    idea('person', 'Family Carers Ireland helps people who care for you.'),
    idea('phone', 'You can ring us too. Our number is {phone}.'),
  ]),
  contact: page('How to reach us', [
    idea('phone', 'You can ring us. Our number is {phone}.'),
    idea('letter', 'You can send us an email:\n{email}'),
    idea('place', 'You can come to us. This is our address:\n{address}'),
    idea('calendar', 'We are open from Monday to Friday.'),
    idea('clock', 'We open at 9:30. We close at 16:30.'),
    idea('bus', 'You can come by bus or by Luas. Both stop near us.'),
    idea('ramp', 'There are no steps at the door.'),
    idea('people', 'You can bring your family or a friend.'),
  ]),
  privacy: page('What we know about you', [
    idea('lock', 'Some things about you are private. We look after them.'),
    idea('letter', 'You can write to us. Then we keep your name and your message.'),
    idea('talk', 'We use them to answer you.'),
    idea('book-club', 'You can get our newsletter. Then we keep your email address.'),
    idea('no', 'You can stop the newsletter at any time.'),
    idea('computer-skills', 'You can log in here. Then we keep your files for you.'),
    idea('person', 'You see your files. Your tutors see them too. Other students do not.'),
    idea('digital-photography', 'You can say no to a photo of you.'),
    idea('money-management', 'We do not sell what we know about you.'),
    idea('question', 'You can ask what we keep about you.'),
    idea('clock', 'We do not keep it for ever. After some time we remove it.'),
    idea('bin', 'You can ask us to change it or remove it.'),
    idea('phone', 'Ring us on {phone} or ask your tutor.'),
  ]),
  notHappy: page('How to say you are not happy', [
    idea('sad', 'Is something wrong here? Please tell us.'),
    idea('talk', 'You can talk to your tutor.'),
    idea('house', 'You can come to the office.'),
    idea('phone', 'You can ring us on {phone}.'),
    idea('write', 'You can write to us. Or draw it for us.'),
    idea('people', 'You can bring a friend or your family.'),
    idea('listen', 'We listen to you. We believe you.'),
    idea('heart', 'Nobody will be cross with you. You can still come here.'),
    idea('yes', 'We tell you what we will do.'),
    idea('self-advocacy', 'An advocate can speak up for you. It is free. Ask us how.'),
    idea('question', 'Are you still not happy? Then you can tell the HSE. They call it Your Service Your Say.'),
  ]),
}

/** The default contact person of /not-happy. */
export const defaultContactPerson = 'the manager'
