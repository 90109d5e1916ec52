# An SMSC made of Net::SMPP, which nobody of this project wrote. It does what lines of JSON on its input say,
# tells everything that it hears in lines of JSON on its output, each before it answers, and ends with its input.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use IO::Select;
use JSON::PP;
use List::Util qw(shuffle);
use Net::SMPP;
use Socket qw(IPPROTO_TCP SOL_SOCKET SO_LINGER TCP_NODELAY);
use Time::HiRes qw(time);
use broken qw(broken_pdus);
use texts qw(read_submit receipt_fields text_fields);

# Most deliveries under way on a session, and how long one rests that the other side could not take.
use constant { DELIVERY_WINDOW => 50, AGAIN_AFTER_S => 0.1 };
# What the other side may answer to a delivery that should come again.
my %passing = map { $_ => 1 } 0x08, 0x14, 0x58, 0x64;

$SIG{PIPE} = 'IGNORE';
srand 20;
my $json    = JSON::PP->new->utf8->ascii->canonical;
my %plan    = (bind => [], rules => [], rate => 0, ids => 'as_is', prefix => '');
my ($submits, $accepted, $connections, $input) = (0, 0, 0, '');
my (%sessions, @timers, @waiting, @held, @recent, %counts);

my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, listen => 64) or die "can't listen: $!\n";
my $select   = IO::Select->new(\*STDIN, $listener);
report({ event => 'listening', port => $listener->sockport });

while (1) {
    @timers = sort { $a->[0] <=> $b->[0] } @timers;
    my $wait_s = @timers ? $timers[0][0] - time : undef;
    for my $ready ($select->can_read(defined $wait_s && $wait_s < 0 ? 0 : $wait_s)) {
        if    ($ready == \*STDIN)   { read_input() }
        elsif ($ready == $listener) { take_connection() }
        elsif (my $session = $sessions{ fileno($ready) // -1 }) { take_pdu($session) }
    }
    my $now = time;
    my @due = grep { $_->[0] <= $now } @timers;
    @timers = grep { $_->[0] > $now } @timers;
    $_->[1]->() for @due;
}

sub report {
    my $line = $json->encode(shift) . "\n";
    while (length $line) {
        my $written = syswrite(STDOUT, $line);
        exit 0 if !defined $written;
        substr($line, 0, $written, '');
    }
}

sub later { my ($delay_s, $do) = @_; push @timers, [ time + $delay_s, $do ] }

# --- what the test says

sub read_input {
    exit 0 if !sysread(STDIN, $input, 65_536, length $input);
    while ($input =~ s/^(.*)\n//) {
        my $said = $json->decode($1);
        my $ok   = eval { obey($said) };
        report({ id => $said->{id}, defined $ok ? (ok => $ok) : (error => "$@") });
    }
}

sub obey {
    my $said    = shift;
    my $session = defined $said->{session} ? (grep { $_->{name} == $said->{session} } values %sessions)[0] : undef;
    die "no such session\n" if defined $said->{session} && !$session;
    my %do = (
        plan    => sub { %counts = (); %plan = (%plan, %{ $said->{plan} }); scalar keys %plan },
        nothing => sub { 1 },
        receipt => sub { give($said->{key}, receipt_fields($said), $session) },
        deliver => sub { give($said->{key}, text_fields($said), $session) },
        release => sub { my @all = $said->{shuffled} ? shuffle(@held) : @held; @held = (); give(@$_) for @all; scalar @all },
        enquire => sub { $session->{asked}{ $session->{socket}->enquire_link(async => 1) } = $said->{key} },
        unbind  => sub { $session->{asked}{ $session->{socket}->unbind(async => 1) } = $said->{key} },
        broken  => sub { $session->{socket}->syswrite($_) for broken_pdus($said->{kind}, $session->{last_seq}); 1 },
        drop    => sub { end_session($session, $said->{how}, 'told to'); 1 },
    );
    return ($do{ $said->{do} } // die "nothing called $said->{do}\n")->();
}

# --- sessions

sub take_connection {
    my $socket = $listener->accept or return;
    setsockopt($socket, IPPROTO_TCP, TCP_NODELAY, 1);
    $sessions{ fileno $socket } =
        { name => ++$connections, socket => $socket, bound => 0, last_seq => 0, given => {}, asked => {} };
    $select->add($socket);
}

sub end_session {
    my ($session, $how, $why) = @_;
    my $socket = $session->{socket};
    $select->remove($socket);
    delete $sessions{ fileno $socket };
    setsockopt($socket, SOL_SOCKET, SO_LINGER, pack('ii', 1, 0)) if $how eq 'reset';
    close $socket;
    $session->{bound} = 0;
    report({ event => 'closed', session => $session->{name}, why => $why });

    # Nobody knows whether they were heard: as in life, they come again.
    unshift @waiting, map { $session->{given}{$_} } sort { $a <=> $b } keys %{ $session->{given} };
    flush_waiting();
}

sub take_pdu {
    my $session = shift;
    my ($socket, @complaints) = ($session->{socket});
    my $pdu = do {
        local $SIG{__WARN__} = sub { push @complaints, $_[0] };
        $socket->read_pdu;
    };
    return end_session($session, 'end', "@complaints") if !$pdu;
    push @complaints, "it has no command $pdu->{cmd}" if !$pdu->{known_pdu};
    report({ event => 'complaint', session => $session->{name}, why => $_ }) for @complaints;

    my $name = $pdu->{known_pdu} ? $pdu->explain_cmd : '';
    return take_bind($session, $pdu) if $name eq 'bind_transceiver';
    return take_answer($session, $pdu, $name) if $pdu->{cmd} & 0x8000_0000;
    my @seq = (seq => $pdu->{seq});
    return $socket->generic_nack(@seq, status => 3) if $name eq '';
    return $socket->enquire_link_resp(@seq) if $name eq 'enquire_link' && report_of($session, $name);
    if ($name eq 'unbind') {
        report_of($session, $name);
        $socket->unbind_resp(@seq);
        return end_session($session, 'end', 'unbind');
    }
    return $socket->submit_sm_resp(@seq, status => 4, message_id => '') if !$session->{bound};
    take_submit($session, $pdu) if $name eq 'submit_sm';
}

sub report_of { my ($session, $name) = @_; report({ event => $name, session => $session->{name} }); 1 }

sub take_bind {
    my ($session, $pdu) = @_;
    my @fields = qw(system_id password system_type interface_version addr_ton addr_npi address_range);
    my $status = @{ $plan{bind} } ? shift @{ $plan{bind} } : 0;
    report({ event => 'bind', session => $session->{name}, status => $status, map { $_ => $pdu->{$_} } @fields });
    $session->{bound} = $status == 0;
    $session->{socket}->bind_transceiver_resp(seq => $pdu->{seq}, status => $status, system_id => 'judge');
    flush_waiting();
}

sub take_answer {
    my ($session, $pdu, $name) = @_;
    my ($seq, $status) = @$pdu{qw(seq status)};
    my $given = delete $session->{given}{$seq};
    my $key   = $given ? $given->{key} : delete $session->{asked}{$seq};
    report({ event => 'answered', session => $session->{name}, command => $name, seq => $seq, status => $status, key => $key });
    later(AGAIN_AFTER_S, sub { push @waiting, $given; flush_waiting() }) if $given && $passing{$status};
    flush_waiting();
    end_session($session, 'end', 'unbound') if $name eq 'unbind_resp';
}

# --- submits

sub take_submit {
    my ($session, $pdu) = @_;
    my $index   = ++$submits;
    my $verdict = verdict_on($pdu);
    $session->{last_seq} = $pdu->{seq};
    report({ event => 'submit', index => $index, session => $session->{name}, seq => $pdu->{seq}, %{ read_submit($pdu) } });
    return end_session($session, $verdict->{drop}, 'dropped') if $verdict->{drop};
    return if $verdict->{silence};
    my $answer = sub { answer_submit($session, $pdu, $index, $verdict) };
    my $delay_ms = ($verdict->{delay_ms} // 0) + ($verdict->{spread_ms} ? rand $verdict->{spread_ms} : 0);
    $delay_ms ? later($delay_ms / 1_000, $answer) : $answer->();
}

# The first rule that fits: its pattern on the recipient, and of those the `every`th, or all but the first `after`.
sub verdict_on {
    my $pdu = shift;
    if ($plan{rate}) {
        my $now = time;
        shift @recent while @recent && $recent[0] <= $now - 1;
        return { status => 0x58 } if @recent >= $plan{rate};
        push @recent, $now;
    }
    for my $at (0 .. $#{ $plan{rules} }) {
        my $rule = $plan{rules}[$at];
        next if defined $rule->{to} && $pdu->{destination_addr} !~ /$rule->{to}/;
        my $count = ++$counts{$at};
        next if defined $rule->{every} && $count % $rule->{every};
        next if defined $rule->{first} && $count > $rule->{first};
        return $rule;
    }
    return {};
}

sub answer_submit {
    my ($session, $pdu, $index, $verdict) = @_;
    return if !$session->{bound};
    my ($socket, @seq) = ($session->{socket}, seq => $pdu->{seq});
    if ($verdict->{status}) {
        report({ event => 'refused', index => $index, status => $verdict->{status} });
        return $socket->generic_nack(@seq, status => $verdict->{status}) if $verdict->{nack};
        return $socket->submit_sm_resp(@seq, status => $verdict->{status}, message_id => '');
    }
    my $number = 1_000 + ++$accepted;
    my %forms  = (as_is => "$plan{prefix}$number", decimal => "$number", hex => sprintf('%08X', $number));
    my ($answered, $receipted) = split /_to_/, $plan{ids};
    my $id = $forms{$answered};
    report({ event => 'accepted', index => $index, name => $id });
    my $receipt = $verdict->{receipt};
    my @given = map { my $stat = $_; [ "$stat $id", receipt_fields({ %$receipt, stat => $stat, name => $forms{ $receipted // $answered }, to => $pdu }) ] }
        $receipt ? @{ $receipt->{stats} } : ();
    my $when = $receipt ? $receipt->{when} : '';
    if ($when eq 'before') { give(@$_, $session) for @given }
    $socket->submit_sm_resp(@seq, message_id => $id);
    if ($when eq 'after') { give(@$_) for @given }
    push @held, @given if $when eq 'held';
}

# --- deliveries

# Gives it on that session, else on any; one that was not heard comes again on any.
sub give {
    my ($key, $fields, $session) = @_;
    my $delivery = { key => $key, fields => $fields };
    if ($session) { deliver($session, $delivery) } else { push @waiting, $delivery; flush_waiting() }
    return 1;
}

sub deliver {
    my ($session, $delivery) = @_;
    my $seq = $session->{socket}->deliver_sm(async => 1, @{ $delivery->{fields} });
    $session->{given}{$seq} = $delivery;
}

sub flush_waiting {
    for my $session (grep { $_->{bound} } values %sessions) {
        deliver($session, shift @waiting) while @waiting && keys %{ $session->{given} } < DELIVERY_WINDOW;
    }
}
