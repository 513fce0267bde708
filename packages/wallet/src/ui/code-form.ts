import { button, element } from '../approval/elements.ts';
import type { EmailOtp } from '../sign-in/email-otp.ts';
import type { ElementTexts } from './texts/texts.ts';

const SECOND = 1_000;
const ERROR_ID = 'code-error';

/** The state and the steps of the form. */
interface CodeFormOptions {
  readonly sent: EmailOtp;
  readonly texts: ElementTexts;
  readonly isBusy: boolean;
  /** The words of an error about the code, if there is one. */
  readonly error: string | undefined;
  readonly verify: (code: string) => unknown;
  readonly resend: () => void;
  readonly goBack: () => void;
}

/** The form for an e-mail code, and the function that ends its countdown. */
export function codeForm(options: CodeFormOptions): { nodes: readonly Node[]; stop(): void } {
  const { sent, texts, isBusy, error, verify, resend, goBack } = options;
  const { signIn } = texts;
  const input = element('input', { key: 'code', part: 'input' });
  input.inputMode = 'numeric';
  // A passkey of the person is among the suggestions too.
  input.setAttribute('autocomplete', 'one-time-code webauthn');
  input.required = true;
  if (error !== undefined) {
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', ERROR_ID);
  }
  const problem = element('p', { className: 'problem', text: error ?? '' });
  problem.id = ERROR_ID;
  const submit = element('button', {
    text: signIn.submit,
    className: 'primary',
    part: 'button primary',
    key: 'submit',
    disabled: isBusy,
  });
  const again = button(signIn.resend, resend, { key: 'resend', className: 'quiet' });
  let countdown: ReturnType<typeof setTimeout> | undefined;
  const count = () => {
    const left = sent.resendIn();
    again.disabled = isBusy || left > 0;
    again.textContent = left > 0 ? signIn.resendIn(Math.ceil(left / SECOND)) : signIn.resend;
    // In place: a form that is drawn again each second disturbs typing.
    if (left > 0) countdown = setTimeout(count, left % SECOND || SECOND);
  };
  count();
  const back = button(signIn.back, goBack, { key: 'back', className: 'quiet' });
  const label = element('label', { text: signIn.code }, input);
  const about = error === undefined ? [] : [problem];
  const form = element('form', {}, label, ...about, submit, again, back);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    verify(input.value);
  });
  const words = element('p', { text: signIn.codeSent(sent.nickname) });
  return { nodes: [words, form], stop: () => clearTimeout(countdown) };
}
