import type { RelayCredential } from '@org/payments-wallet';
import { useEmailOtp } from '@org/payments-wallet/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldOf } from '../errors/explain.ts';
import { Trouble } from '../errors/trouble.tsx';
import { api } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icons.tsx';
import { useDemoWallet } from '../wallet/wallet-context.ts';

/** Shows where to read the demo's e-mails, which are not sent. */
function InspectorHint() {
  const { value } = useLoaded(api.demo);
  if (value === undefined) return null;
  return (
    <p className="hint">
      No e-mail is really sent:{' '}
      <a href={value.inspectorUrl} target="_blank" rel="noreferrer">
        the mock’s inspector shows the code
      </a>{' '}
      (opens in a new tab).
    </p>
  );
}

/** Props of {@link CodeSignIn}. */
export interface CodeSignInProps {
  /** An `EMAIL_OTP` credential. */
  readonly credential: RelayCredential;
  /** Whether it is the primary or the secondary way to sign in. */
  readonly isMain: boolean;
}

/** Signs in with a code sent by e-mail. */
export function CodeSignIn({ credential, isMain }: CodeSignInProps) {
  const { status, nickname, resendIn, error, send, verify } = useEmailOtp(
    useDemoWallet(),
    credential.id,
  );
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isSent = nickname !== undefined;
  const trouble = error !== undefined && <Trouble error={error} />;
  const isAboutCode = fieldOf(error) === 'code';

  useEffect(() => {
    if (isSent) input.current?.focus();
  }, [isSent]);
  useEffect(() => {
    if (error !== undefined) input.current?.select();
  }, [error]);

  if (!isSent) {
    return (
      <>
        <Button
          look={isMain ? 'primary' : 'plain'}
          onClick={() => void send()}
          isBusy={status === 'sending'}
          isOff={resendIn > 0}
        >
          <Icon name="mail" />
          {resendIn > 0
            ? `E-mail me a code (in ${Math.ceil(resendIn / 1000)} s)`
            : 'E-mail me a code'}
        </Button>
        <Trouble error={error} />
      </>
    );
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void verify(code);
  }

  return (
    <form className="stack" onSubmit={onSubmit}>
      <p>
        A code is on its way to <strong>{nickname}</strong>.
      </p>
      <Field
        label="Code"
        name="code"
        className="code-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
        inputRef={input}
        error={isAboutCode && trouble}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <InspectorHint />
      {!isAboutCode && trouble}
      <div className="row">
        <Button type="submit" look="primary" isBusy={status === 'verifying'}>
          Sign in
        </Button>
        <Button look="quiet" onClick={() => void send()} isOff={resendIn > 0}>
          {resendIn > 0 ? `New code in ${Math.ceil(resendIn / 1000)} s` : 'Send a new code'}
        </Button>
      </div>
    </form>
  );
}
