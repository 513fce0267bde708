export default function Page() {
  return <p>Freeze</p>;
}
