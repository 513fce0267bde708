import { useOnline } from '../platform/use-online.ts';
import { Icon } from '../ui/icons.tsx';

/** Shows that the device is offline. The region always exists, so that its change is read out. */
export function ConnectionBanner() {
  const isOnline = useOnline();
  return (
    <div className="banner-place" role="status">
      {!isOnline && (
        <p className="banner">
          <Icon name="device" /> You are offline. Nothing can be changed until you are back.
        </p>
      )}
    </div>
  );
}
