import { useId } from 'react';
import { Trouble } from '../errors/trouble.tsx';
import type { Overview } from '../platform/api.ts';
import { Notice, useAnnounce } from '../ui/notices.tsx';
import { useChange } from '../wallet/hooks.ts';

/** Props of {@link Switch}. */
interface SwitchProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onToggle: () => void;
}

/** A setting that is on or off. It moves when the change was applied, not when it is requested. */
function Switch({ label, hint, isOn, isBusy, onToggle }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <div>
        <span id={`${id}-label`} className="switch-label">
          {label}
        </span>
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => {
          if (!isBusy) onToggle();
        }}
      >
        <span className="switch-knob" />
      </button>
    </div>
  );
}

/** Props of {@link Balance}. */
export interface PrivacyProps {
  readonly account: Overview['account'];
  readonly onChange: (account: Overview['account']) => void;
  readonly reload: () => Promise<void>;
}

/** Whether the wallet is private. */
export function Privacy({ account, onChange, reload }: PrivacyProps) {
  const announce = useAnnounce();
  const { run, isBusy, error, wasRefused } = useChange('setPrivacy', reload);
  const isPrivate = account.privateEnabled === true;

  async function toggle(): Promise<void> {
    const changed = await run({ privateEnabled: !isPrivate });
    if (changed === undefined) return;
    const privateEnabled = changed.privateEnabled === true;
    onChange({ ...account, privateEnabled });
    announce(`Wallet privacy is ${privateEnabled ? 'on' : 'off'}.`);
  }

  return (
    <section className="panel stack stack-middle" aria-label="Privacy">
      <Switch
        label="Wallet privacy"
        hint="Stored by the service. Like every change to the wallet, it is signed with your key, and you see what you sign."
        isOn={isPrivate}
        isBusy={isBusy}
        onToggle={() => void toggle()}
      />
      <Trouble error={error} />
      {wasRefused && error === undefined && (
        <Notice tone="info" title="Not signed">
          Nothing was changed.
        </Notice>
      )}
    </section>
  );
}
