// The front page: from nothing to a text and its reply, and what to read next.
import { magicNumbers } from '../../runtime/texts/magic_numbers.ts';
import { Html, html } from '../html/page.ts';
import { frontPath, groups } from './contents.ts';
import { firstTexts } from './first_text.ts';
import { renderCode, renderHeading } from './guides.ts';
import { lines, type SitePage } from './site_page.ts';

const anchors = [
  { id: 'start', title: 'Start the service', depth: 2 },
  { id: 'key', title: 'Name the address and your key', depth: 2 },
  { id: 'send', title: 'Send, and read the reply', depth: 2 },
  { id: 'numbers', title: 'Numbers to try things out with', depth: 2 },
  { id: 'read-on', title: 'Read on', depth: 2 },
] as const;

const headings = Object.fromEntries(
  anchors.map(({ id, title, depth }, index) => {
    const step = index < 3 ? `${index + 1}. ` : '';
    return [id, renderHeading(depth, id, html`${step}${title}`)];
  }),
) as Record<(typeof anchors)[number]['id'], Html>;

/** The choice needs no script: the style shows what is chosen. */
const languages = () => html`<fieldset class="languages">
<legend>Language</legend>
${lines(
  firstTexts.map(({ name, title }, index) => {
    const checked = index === 0 ? new Html(' checked') : '';
    return html`<label><input type="radio" name="language" value="${name}"${checked}>${title}</label>`;
  }),
)}
</fieldset>`;

const programs = () =>
  lines(
    firstTexts.map(({ name, needs, file, run, blocks }) => {
      const code = lines(blocks.map((block) => renderCode(`${block}\n`)));
      const keep = file && html`<p>Keep this as <code>${file}</code>. It needs ${needs ?? 'nothing'}</p>`;
      const again = html`<p>The second line holds the request open until there is news. Repeat it to see more: the
<code>next_since</code> of an answer is the next <code>since</code>.</p>`;
      const after = run ? html`<p>Run it:</p>${renderCode(`${run}\n`)}` : again;
      return html`<div class="program in-${name}">
${keep ?? ''}
${code}
${after}
</div>`;
    }),
  );

const numbers = () => html`<div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>
${lines(magicNumbers.map(({ address, meaning }) => html`<tr><td><code>${address}</code></td><td>${meaning}</td></tr>`))}
</tbody>
</table></div>`;

const readOn = () => html`<div class="groups">
${lines(
  groups.map(({ title, entries }) => {
    const items = entries
      .filter(({ path }) => path !== frontPath)
      .map((entry) => html`<li><a href="${entry.path}">${entry.title}</a><small>${entry.about}</small></li>`);
    return html`<section><h3>${title}</h3>
<ul>
${lines(items)}
</ul></section>`;
  }),
)}
</div>`;

export const renderFrontPage = (): SitePage => ({
  title: 'Your first text',
  path: frontPath,
  about: 'Send your first text with Textrelay, and read the reply.',
  anchors,
  content: html`<h1>Send your first text</h1>
<p class="lead">Textrelay sends and receives texts for programs, through your phones, modems and carriers. Three steps
take you from nothing to a text and its reply. You need no phone yet: one is simulated.</p>
${headings.start}
<p>On a Linux machine with Node 20 or newer and npm, in the folder of the project:</p>
${renderCode('npm ci\nnpm start\n')}
<p>It prints its address, the key of a first account (only this once) and a link to the <a href="/">console</a>. If
somebody else runs the service, ask them for a key, and leave this step out.</p>
${headings.key}
<p>In another terminal. Every request brings the key in its <code>Authorization</code> header.</p>
<div class="code"><pre tabindex="0"><code>export BASE=<span data-origin>http://127.0.0.1:8080</span>
export KEY=svc_live_...
</code></pre></div>
${headings.send}
<p>The number below answers every text. The <code>client_ref</code> is a name of your own for the text: send the same one
again, and you get the same text back instead of a second one.</p>
${languages()}
${programs()}
<p>You see the text become <code>queued</code>, <code>sending</code>, <code>sent</code> and <code>delivered</code>, as far
as you look in time, and then the reply: <code>You said: Is Tuesday fine?</code> The console shows both as a
conversation. For agents, <a href="/llms.txt">one page of plain text</a> says all that they need.</p>
${headings.numbers}
<p>The simulated phone goes by the recipient's number:</p>
${numbers()}
<p>An account that has a real phone or carrier has no simulator any more: these are then numbers like any other.</p>
${headings['read-on']}
${readOn()}`,
});
